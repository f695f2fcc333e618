/** Content with everything that a site can have, and the rows of a database. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestSite } from "./run.ts";

/** A UUID that is derived from a number. */
export function idOf(kind: string, number: number): string {
  const digits = createHash("sha256").update(`${kind}${number}`).digest("hex").slice(0, 12);
  return `01900000-0000-7000-8000-${digits}`;
}

const IMAGE = idOf("image", 1);
export const IMAGE_KEY = `originals/${IMAGE.slice(-2)}/${IMAGE}`;

/** The path of a storage key in the site's folder. */
export function pathOf({ folder }: Pick<TestSite, "folder">, key: string): string {
  return join(folder, "uploads", key);
}

/** Fills a site: circular references, ordered links, translations, a global, a draft, a schedule, a user, an image and its file. */
export async function fill(site: TestSite, { articles = 3, file = Buffer.from("the bytes of a picture") } = {}): Promise<void> {
  const [author, user] = [idOf("author", 1), idOf("user", 1)];
  const stamps = "'2020-01-02T03:04:05.678Z', '2021-01-02T03:04:05.678Z', '2021-01-02T03:04:05.678Z'";
  await site.sql(
    `insert into cms.users (id, version, created_at, updated_at, published_at, email, name, role) values ($1, 4, ${stamps}, 'ed@example.com', 'Ed', 'editor')`,
    [user],
  );
  await addImage(site, file);
  await site.sql(
    `insert into content.author (id, version, created_at, updated_at, published_at, name) values ($1, 2, ${stamps}, 'Ines "the" Ärztin\\')`,
    [author],
  );
  const tags = [idOf("tag", 1), idOf("tag", 2), idOf("tag", 3)];
  for (const [at, id] of tags.entries())
    await site.sql(`insert into content.tag (id, version, created_at, updated_at, published_at, name) values ($1, 1, ${stamps}, $2)`, [
      id,
      `tag ${at}`,
    ]);
  await site.sql(
    `insert into content.article (id, version, created_at, updated_at, published_at, title, slug, rating, extra, author, owner, cover)
     select id, 7, ${stamps}, 'Title ' || n, 'title-' || n, 0.1 + n / 3.0, jsonb_build_object('n', n, 'text', E'a\\nb\\t"c"', 'nothing', null), $2, $3, $4
     from unnest($1::uuid[]) with ordinality as given (id, n)`,
    [Array.from({ length: articles }, (_, at) => idOf("article", at)), author, user, IMAGE],
  );
  await site.sql("update content.article set follows = $1 where id <> $1", [idOf("article", 0)]);
  await site.sql("update content.author set favourite = $1", [idOf("article", 1)]);
  await site.sql(
    "insert into content.article__tags (source_id, target_id, position) select $1, id, 3 - n from unnest($2::uuid[]) with ordinality as given (id, n)",
    [idOf("article", 0), tags],
  );
  for (const [at, locale] of ["en", "de"].entries()) {
    await site.sql(
      `insert into content.page (id, version, created_at, updated_at, published_at, locale, translation_group, title) values ($1, 1, ${stamps}, $2, $3, $2)`,
      [idOf("page", at), locale, idOf("page", 0)],
    );
  }
  await addTrashed(site, idOf("page", 2));
  await site.sql("update content.settings set title = 'A site', version = 5");
  await addDraft(site, user);
}

async function addImage(site: TestSite, file: Buffer): Promise<void> {
  const hash = createHash("sha256").update(file).digest("hex");
  await site.sql(
    `insert into cms.images (id, published_at, filename, "mimeType", size, width, height, alt, url, hash, storage_key)
     values ($1, now(), 'a.png', 'image/png', $2, 10, 20, 'alt', '/api/assets/a.png', $3, $4)`,
    [IMAGE, file.length, hash, IMAGE_KEY],
  );
  mkdirSync(dirname(pathOf(site, IMAGE_KEY)), { recursive: true });
  writeFileSync(pathOf(site, IMAGE_KEY), file);
}

async function addTrashed(site: TestSite, id: string): Promise<void> {
  await site.sql(
    `insert into content.page (id, version, created_at, updated_at, locale, translation_group, title) values ($1, 1, now(), now(), 'en', $1, 'deleted')`,
    [id],
  );
  await site.sql(
    "insert into cms.trash (id, entity, trashed_at, published_at, translation_group, data) values ($1, 'page', now(), now(), $2, '{}')",
    [id, idOf("page", 9)],
  );
}

async function addDraft(site: TestSite, user: string): Promise<void> {
  const article = idOf("article", 0);
  await site.sql(
    `insert into cms.versions (id, entity, record_id, number, status, pending, published, base_version, data, created_by)
     values ($1, 'article', $3, 1, 'published', false, true, null, '{"title": "Title 1"}', $4), ($2, 'article', $3, 2, 'draft', true, false, 7, '{"title": "Draft", "slug": "draft"}', $4)`,
    [idOf("version", 1), idOf("version", 2), article, user],
  );
  await site.sql("insert into cms.draft_claims (entity, field, scope, value, record_id) values ('article', 'slug', '', 'draft', $1)", [
    article,
  ]);
  await site.sql("insert into cms.schedules (entity, record_id, publish_at) values ('article', $1, '2040-01-01T00:00:00Z')", [article]);
}

const TABLES: Readonly<Record<string, string>> = {
  "cms.users": "id",
  "cms.images": "id",
  "cms.videos": "id",
  "cms.files": "id",
  "cms.versions": "id",
  "cms.draft_claims": "value",
  "cms.schedules": "record_id",
  "cms.trash": "id",
  "content.article": "id",
  "content.article__tags": "target_id",
  "content.author": "id",
  "content.tag": "id",
  "content.page": "id",
  "content.settings": "id",
};

/** All content rows of a database as text, table by table. Users created at a start are left out. */
export async function rowsOf(site: TestSite): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [table, order] of Object.entries(TABLES)) {
    const rows = await site.sql<{ line: string }>(`select _row::text as line from ${table} _row order by ${order}`);
    found[table] = rows.map(({ line }) => line).filter((line) => !line.includes("first@example.com"));
  }
  return found;
}
