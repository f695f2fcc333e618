/** The data of large lists: articles with texts, authors and companies, of which some are never read, and a few drafts. */
import { compileSchema } from "../../src/index.ts";
import type { Principal } from "../../src/index.ts";
import { DROP_GIN_INDEXES, MAKE_GIN_INDEXES } from "../../../../tests/support/database/gin-indexes.ts";
import { configOf } from "./config.ts";
import type { TestTables } from "./real-tables.ts";

export const ROWS = 100_000;
const DRAFTS = 100;

export const schema = compileSchema(
  configOf({
    entities: [
      {
        name: "article",
        versions: true,
        fields: [
          { name: "title", type: "text", searchable: true },
          { name: "body", type: "text", searchable: true },
          { name: "notes", type: "text" },
          { name: "section", type: "select", options: ["culture", "sport"], index: true },
          { name: "author", type: "relation", to: "author" },
        ],
      },
      {
        name: "author",
        fields: [
          { name: "name", type: "text", index: true },
          { name: "active", type: "boolean" },
          { name: "company", type: "relation", to: "company" },
          { name: "articles", type: "reverse", from: "article", field: "author" },
        ],
      },
      { name: "company", fields: [{ name: "name", type: "text", index: true }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      {
        name: "reader",
        permissions: {
          article: { read: { filter: { section: "sport" } } },
          author: { read: { filter: { active: true } } },
          company: { read: true },
        },
      },
    ],
  }),
);

export const admin: Principal = { kind: "user", role: "admin", userId: "01900000-0000-7000-8000-00000000a001" };
export const reader: Principal = { ...admin, role: "reader" };

const id = (kind: string, number: string) => `('00000000-0000-7000-8${kind}00-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const AT = "timestamptz '2020-01-01' + n * interval '1 s'";
const ARTICLE = id("a", "n");
const stretch = (from: number, length: number) => `substr(words.text, 1 + (n * ${from}) % 10000, ${length})`;

/**
 * Of 100,000 articles one holds `singular`, each tenth `often`, the oldest 300 `ancient`, those of a section that `reader` doesn't see
 * `withheld`; the rest is a stretch of a text without `q`. Each hundredth has no author.
 */
const FILL: readonly string[] = [
  `create temporary table words as select string_agg(translate(substr(md5(n::text), 1, 7), '0123456789', 'ghijklmnop'), ' ') as text from generate_series(1, 1500) n`,
  `insert into content.company (id, created_at, updated_at, published_at, name)
   select ${id("d", "n")}, ${AT}, ${AT}, ${AT}, 'company ' || n from generate_series(0, 49) n`,
  `insert into content.author (id, created_at, updated_at, published_at, name, active, company)
   select ${id("c", "n")}, ${AT}, ${AT}, ${AT}, 'author ' || lpad(n::text, 3, '0'), n % 3 > 0, ${id("d", "n % 50")} from generate_series(0, 499) n`,
  ...DROP_GIN_INDEXES,
  `insert into content.article (id, created_at, updated_at, published_at, title, body, notes, section, author)
   select ${ARTICLE}, ${AT}, ${AT}, ${AT}, ${stretch(7, 20)} || case when n = 50000 then ' singular' else '' end,
     ${stretch(11, 80)} || case when n % 10 = 0 then ' often' else '' end
       || case when n <= 300 then ' ancient' else '' end || case when n % 2 = 0 then ' withheld' else '' end,
     ${stretch(13, 250)}, (array['culture', 'sport'])[n % 2 + 1], case when n % 100 > 0 then ${id("c", "n % 500")} end
   from words, generate_series(1, ${ROWS}) n`,
  ...MAKE_GIN_INDEXES,
  `insert into cms.versions (id, entity, record_id, number, status, pending, published, data)
   select ${id("e", "n")}, 'article', ${ARTICLE}, 1, 'published', false, true, '{}' from generate_series(1, ${ROWS}) n`,
  `insert into cms.versions (id, entity, record_id, number, status, pending, data)
   select ${id("e", `${ROWS} + n`)}, 'article', ${id("a", `n * (${ROWS} / ${DRAFTS})`)}, 2, 'draft', true,
     jsonb_build_object('title', 'drafted ' || n, 'section', 'sport') from generate_series(1, ${DRAFTS}) n`,
  "vacuum analyze",
];

/** Fills empty tables. */
export async function fill({ client }: TestTables): Promise<void> {
  for (const text of FILL) await client.query(text);
}
