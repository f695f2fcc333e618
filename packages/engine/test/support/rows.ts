/** A small set of rows for the tables of the test schema. */
import type { EngineDatabase } from "./database.ts";
import { OTHER_USER_ID, USER_ID } from "./magazine.ts";

/** An id that is the same in every run: `id("article", 2)`. */
export function id(kind: "article" | "author" | "company" | "tag" | "post" | "page" | "image", number: number): string {
  const codes = { article: "1", author: "2", company: "3", tag: "4", post: "5", page: "6", image: "7" };
  return `01900000-0000-7000-8${codes[kind]}00-${String(number).padStart(12, "0")}`;
}

/** One row; columns that are not given are null. `minute` orders by creation. */
export async function insert(database: EngineDatabase, table: string, row: Record<string, unknown>, minute = 0): Promise<void> {
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  const all = { created_at: at, updated_at: at, published_at: at, ...row };
  const columns = Object.keys(all).map((column) => `"${column}"`);
  const places = columns.map((_, index) => `$${index + 1}`);
  await database.rows(`insert into ${table} (${columns.join(", ")}) values (${places.join(", ")})`, Object.values(all));
}

async function link(database: EngineDatabase, junction: string, source: string, targets: readonly string[]): Promise<void> {
  for (const [position, target] of targets.entries())
    await database.rows(`insert into content."${junction}" values ($1, $2, $3)`, [source, target, position]);
}

async function insertPeople(database: EngineDatabase): Promise<void> {
  await insert(database, "cms.users", { id: USER_ID, email: "me@example.org", name: "Me", role: "editor" });
  await insert(database, "cms.users", { id: OTHER_USER_ID, email: "other@example.org", name: "Other", role: "editor" });
  await insert(database, "content.company", { id: id("company", 1), name: "Acme" });
  await insert(database, "content.author", { id: id("author", 1), name: "Ann", active: true, salary: 10, company: id("company", 1) });
  await insert(database, "content.author", { id: id("author", 2), name: "Bob", active: false, salary: 20 });
  await link(database, "author__friends", id("author", 1), [id("author", 2)]);
  for (const [number, name, rank] of [
    [1, "red", 1],
    [2, "green", 2],
    [3, "hidden", 0],
  ] as const)
    await insert(database, "content.tag", { id: id("tag", number), name, rank });
  await insert(database, "cms.images", {
    id: id("image", 1),
    filename: "a.png",
    mimeType: "image/png",
    size: 12,
    width: 3,
    height: 4,
    url: "/api/assets/a.png",
    hash: "h",
    storage_key: "k",
  });
}

const SEO = {
  headline: "Big",
  score: 4.5,
  shown: true,
  since: "2026-01-02",
  marks: ["x"],
  cover: id("image", 1),
  internal: "CANARY",
  deep: { note: "n", key: "CANARY" },
};

async function insertArticles(database: EngineDatabase): Promise<void> {
  await insert(
    database,
    "content.article",
    {
      id: id("article", 1),
      title: "50% off_\\",
      slug: "fifty",
      body: "text",
      story: "[]",
      rating: 1.5,
      views: "9007199254740991",
      featured: true,
      day: "2026-01-31",
      startsAt: "2026-01-31T10:00:00.123Z",
      status: "live",
      flags: ["a", "b"],
      contact: "a@example.org",
      link: "https://example.org",
      tint: "#ffffff",
      extra: "null",
      seo: JSON.stringify(SEO),
      steps: JSON.stringify([{ name: "one", cost: 1 }]),
      parts: JSON.stringify([
        { _type: "quote", _key: "k", text: "t", source: "CANARY" },
        { _type: "photo", _key: "l", image: id("image", 1) },
      ]),
      author: id("author", 1),
      editor: USER_ID,
      cover: id("image", 1),
      secret: "CANARY",
      wage: 99,
      version_: "v",
      r: "row",
    },
    1,
  );
  await insert(
    database,
    "content.article",
    {
      id: id("article", 2),
      title: "Ünïcode",
      slug: "two",
      rating: -2,
      views: 5,
      status: "live",
      author: id("author", 2),
      editor: OTHER_USER_ID,
    },
    2,
  );
  await insert(
    database,
    "content.article",
    { id: id("article", 3), title: "Third", slug: "three", status: "draft", featured: false, flags: ["c"] },
    3,
  );
  await link(database, "article__tags", id("article", 1), [id("tag", 2), id("tag", 3), id("tag", 1)]);
  await link(database, "article__tags", id("article", 2), [id("tag", 1)]);
  await link(database, "article__gallery", id("article", 1), [id("image", 1)]);
}

async function insertPosts(database: EngineDatabase): Promise<void> {
  await insert(
    database,
    "content.post",
    { id: id("post", 1), title: "published", count: 1, author: id("author", 1), at: "2026-01-01T00:00:00Z" },
    1,
  );
  await insert(
    database,
    "content.post",
    { id: id("post", 2), title: "live title", version_: "one", count: 2, author: id("author", 1), related: id("post", 1) },
    2,
  );
  await insert(
    database,
    "content.post",
    { id: id("post", 3), title: "never published", published_at: null, author: id("author", 1), related: id("post", 2) },
    3,
  );
  await insert(
    database,
    "content.post",
    { id: id("post", 4), title: "points to a draft", author: id("author", 2), related: id("post", 3) },
    4,
  );
  await link(database, "post__tags", id("post", 2), [id("tag", 1)]);
  const data = {
    title: "pending title",
    version: "two",
    at: "2026-02-02T00:00:00.000Z",
    labels: ["b"],
    tags: [id("tag", 2), id("tag", 1)],
  };
  await database.rows(
    `insert into cms.versions (id, entity, record_id, number, status, pending, data) values ($1, 'post', $2, 1, 'draft', true, $3)`,
    [USER_ID, id("post", 2), JSON.stringify(data)],
  );
}

async function insertPages(database: EngineDatabase): Promise<void> {
  const page = (number: number, locale: string, group: number, title: string, order: number) =>
    insert(database, "content.page", { id: id("page", number), locale, translation_group: id("page", group), title, order }, number);
  await page(1, "en", 1, "Home", 1);
  await page(2, "de", 1, "Start", 1);
  await page(3, "en", 3, "About", 2);
  await page(4, "de", 4, "Impressum", 3);
  await page(5, "en", 5, "Shop", 4);
  await page(6, "de", 5, "Laden, versteckt", 200);
}

/** Fills the tables. */
export async function fill(database: EngineDatabase): Promise<void> {
  await insertPeople(database);
  await insertArticles(database);
  await insertPosts(database);
  await insertPages(database);
  await insert(database, "content.site", { id: id("page", 9), title: "Site", home: id("article", 1) });
}
