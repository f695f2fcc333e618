/** Articles with drafts, tags and authors, as many as a test wants. */
import { compileSchema } from "../../src/index.ts";
import type { Principal } from "../../src/index.ts";
import { configOf } from "./config.ts";
import type { TestTables } from "./real-tables.ts";

export const schema = compileSchema(
  configOf({
    entities: [
      {
        name: "article",
        versions: true,
        fields: [
          { name: "title", type: "text", index: true },
          { name: "section", type: "select", options: ["culture", "sport", "science"], index: true },
          { name: "author", type: "relation", to: "author" },
          { name: "tags", type: "relation", to: "tag", many: true },
        ],
      },
      { name: "author", fields: [{ name: "name", type: "text", index: true }] },
      { name: "tag", fields: [{ name: "name", type: "text" }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      {
        name: "sport",
        permissions: { article: { read: { filter: { section: "sport" }, drafts: true } }, tag: { read: true }, author: { read: true } },
      },
    ],
  }),
);

export const admin: Principal = { kind: "user", role: "admin", userId: "01900000-0000-7000-8000-00000000a001" };
export const sport: Principal = { ...admin, role: "sport" };

/** The number of articles with a draft, independent of the number of articles. */
const DRAFTS = 100;
const TAGS = 20;

export function idOf(kind: "a" | "b" | "c" | "d", number: number): string {
  return `00000000-0000-7000-8${kind}00-${number.toString(16).padStart(12, "0")}`;
}

const made = (kind: string, number: string) => `('00000000-0000-7000-8${kind}00-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const AT = "timestamptz '2020-01-01' + n * interval '1 s'";

/** Of the tags, number 1 is on each article, number 0 on none, the others on every twentieth. Author 1000 has written nothing. */
function fillings(rows: number): readonly string[] {
  return [
    `insert into content.tag (id, created_at, updated_at, published_at, name)
     select ${made("b", "n")}, ${AT}, ${AT}, ${AT}, 'tag ' || n from generate_series(0, ${TAGS}) n`,
    `insert into content.author (id, created_at, updated_at, published_at, name)
     select ${made("c", "n")}, ${AT}, ${AT}, ${AT}, 'author ' || n from generate_series(0, 1000) n`,
    `insert into content.article (id, created_at, updated_at, published_at, title, section, author)
     select ${made("a", "n")}, ${AT}, ${AT}, ${AT}, 'title ' || md5(n::text), (array['culture', 'sport', 'science'])[n % 3 + 1], ${made("c", "n % 1000")}
     from generate_series(1, ${rows}) n`,
    `insert into content.article__tags (source_id, target_id, position)
     select ${made("a", "n")}, ${made("b", "tag")}, tag from generate_series(1, ${rows}) n, lateral (values (1), (2 + n % ${TAGS - 1})) tags(tag)`,
    `insert into cms.versions (id, entity, record_id, number, status, pending, published, data)
     select ${made("d", "n")}, 'article', ${made("a", "n")}, 1, 'published', false, true, '{}' from generate_series(1, ${rows}) n`,
    `insert into cms.versions (id, entity, record_id, number, status, pending, data)
     select ${made("d", `${rows} + n`)}, 'article', ${made("a", `n * (${rows} / ${DRAFTS})`)}, 2, 'draft', true,
       jsonb_build_object('title', 'draft ' || n, 'section', 'sport', 'tags', jsonb_build_array(${made("b", "0")}))
     from generate_series(1, ${DRAFTS}) n`,
  ];
}

/** Fills empty tables and updates PostgreSQL's statistics. */
export async function fill({ client }: TestTables, rows: number): Promise<void> {
  for (const text of fillings(rows)) await client.query(text);
  await client.query("vacuum analyze");
}
