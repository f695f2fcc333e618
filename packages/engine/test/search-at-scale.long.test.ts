/** The query plans of a search in 100,000 rows. `npm run bench` prints the measured times. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { DROP_GIN_INDEXES, MAKE_GIN_INDEXES } from "../../../tests/support/database/gin-indexes.ts";
import { indexesOf } from "../src/ddl/indexes/indexes.ts";
import { addOwner, as, find, schema, statementFor, USER_ID } from "./support/library.ts";
import { buffersOf, explain, nodesOf } from "./support/explain.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const ROWS = 100_000;
let tables: TestTables;

/** Old rows contain `ancient`, more of them `§` and `bygone`, each tenth row `frequent`, one `singular`, and half of the rows, which a reader can't see, `withheld` and `¤`; other words are from a list of two thousand. */
const FILL = `insert into content.book (id, created_at, updated_at, published_at, title, slug, notes, shelf, flags, seo)
  select gen_random_uuid(), at, at, at,
    case n when 50000 then 'singular ' else '' end || case when n % 2 = 0 then 'withheld ' else '' end || literal(n * 7) || ' ' || literal(n * 11),
    'slug-' || n,
    literal(n * 13) || ' ' || literal(n * 17) || ' ' || literal(n * 19) || ' ' || case when n % 10 = 0 then 'frequent ' else '' end || literal(n * 23) || case when n < 300 then ' ancient' else '' end || case when n <= 3000 then ' § bygone' else '' end || case when n % 2 = 0 then ' ¤' else '' end,
    case when n % 2 = 0 then 'non-fiction' else 'fiction' end, array['new'], jsonb_build_object('headline', literal(n * 29) || ' ' || literal(n * 31))
  from generate_series(1, ${ROWS}) n, lateral (select timestamptz '2026-01-01' + n * interval '1 s' as at) times`;

beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  await tables.client.query(
    "create function literal(n int) returns text language sql immutable return translate(substr(md5((n % 2011)::text), 1, 7), '0123456789', 'ghijklmnop')",
  );
  for (const text of [...DROP_GIN_INDEXES, FILL, ...MAKE_GIN_INDEXES]) await tables.client.query(text);
  await addOwner(tables);
  await tables.client.query("vacuum analyze content.book");
});
afterAll(() => tables.close());

/** The nodes that ran and read the table of books or one of its indexes, as `type index`. */
async function readsOf(role: string, q: string, mode: string): Promise<ReadonlySet<string>> {
  const statement = statementFor(as(role), q, "unicode");
  if (!statement) throw new Error("nothing to search");
  await tables.client.query(`set plan_cache_mode = ${mode}`);
  const ran = nodesOf(await explain(tables.client, statement.text, statement.values)).filter(
    (node) => node["Actual Loops"] > 0 && (node["Relation Name"] === "book" || node["Index Name"]?.includes(".book.")),
  );
  return new Set(ran.map((node) => [node["Node Type"], node["Index Name"]].filter(Boolean).join(" ")));
}

const TRIGRAMS = ["title", "slug", "shelf", "notes", "seo.headline", "seo.deep.note"].map(
  (name) => `Bitmap Index Scan key.book.${name}.live.shelf:text`,
);
const GRAMS = indexesOf(schema.entities.get("book")!).find(({ kind }) => kind === "grams")?.name;
const LIST = "Bitmap Index Scan list.book.flags.live.shelf:text";
const MODES = ["force_generic_plan", "force_custom_plan"];

test.each(MODES)("a rare text is found by the trigram indexes, without a sequential scan (%s)", async (mode) => {
  for (const q of ["singular", "zzqqxx", "ancient", "slug-77777"]) {
    const reads = await readsOf("admin", q, mode);

    for (const index of [...TRIGRAMS, LIST]) expect(reads).toContain(index);
    expect(reads).not.toContain("Seq Scan");
  }
});

test.each(MODES)("a frequent text is found among the newest rows, without the trigram indexes (%s)", async (mode) => {
  const reads = await readsOf("admin", "frequent", mode);

  expect([...reads].filter((read) => read.includes("key.book"))).toEqual([]);
  expect(reads).toContain("Index Scan index.book.updated_at.id.published_at");
});

test.each(MODES)("a text too short for trigrams is searched among the newest rows and in the index of grams (%s)", async (mode) => {
  for (const q of ["qz", "~", "§", "C#"]) {
    const reads = await readsOf("admin", q, mode);

    expect([...reads].filter((read) => read.includes("key.book"))).toEqual([]);
    expect(reads).toContain(`Bitmap Index Scan ${GRAMS}`);
    expect(reads).not.toContain("Seq Scan");
  }
});

test("with a role's filter and excluded fields, the indexes are used", async () => {
  const reads = await readsOf("reader", "singular", "auto");

  expect(reads).toContain("Bitmap Index Scan key.book.title.live.shelf:text");
  expect(reads).not.toContain("Bitmap Index Scan key.book.notes.live.shelf:text");
  expect(reads).not.toContain("Seq Scan");
});

/** The number of blocks that a search reads, and of rows whose texts it compares with the query. */
async function workOf(role: string, q: string): Promise<{ readonly blocks: number; readonly looks: number }> {
  const statement = statementFor(as(role), q, "unicode");
  if (!statement) throw new Error("nothing to search");
  await tables.client.query("set plan_cache_mode = force_generic_plan");
  const plan = await explain(tables.client, statement.text, statement.values);
  const looks = nodesOf(plan).filter((node) => node["Index Name"] === "book_pkey" && node["Parent Relationship"] === "SubPlan");
  return {
    blocks: buffersOf(plan),
    looks: looks.reduce((sum, node) => sum + node["Actual Loops"], 0),
  };
}

async function pagesOfBooks(): Promise<number> {
  const { rows } = await tables.client.query<{ pages: number }>("select relpages as pages from pg_class where relname = 'book'");
  return rows[0]?.pages ?? 0;
}

test("of many old rows with a short text, the newest are read until there are enough", async () => {
  const slugs = (await find(tables, "admin", "§", "unicode", 3)).map(({ document }) => document["slug"]);

  expect(slugs).toEqual(["slug-3000", "slug-2999", "slug-2998"]);
  expect((await workOf("admin", "§")).looks).toBe(20);
});

test("a word in many rows, all of them old, is found, the newest first", async () => {
  const slugs = (await find(tables, "admin", "bygone", "unicode", 3)).map(({ document }) => document["slug"]);

  expect(slugs).toEqual(["slug-3000", "slug-2999", "slug-2998"]);
  expect((await workOf("admin", "bygone")).looks).toBe(20);
});

test.each(["withheld", "¤"])("a search for %s, which is in half of the rows that the role can't see, reads none of them", async (q) => {
  expect(await find(tables, "reader", q, "unicode")).toEqual([]);
  expect(await find(tables, "admin", q, "unicode")).toHaveLength(20);

  const { blocks } = await workOf("reader", q);

  expect(blocks).toBeLessThan((await pagesOfBooks()) / 4);
});

test("the results are correct for rare and frequent texts", async () => {
  expect(await find(tables, "admin", "singular", "unicode")).toHaveLength(1);
  expect(await find(tables, "admin", "ancient", "unicode")).toHaveLength(20);
  expect((await find(tables, "admin", "frequent", "unicode", 2)).map(({ document }) => document["slug"])).toEqual([
    "slug-100000",
    "slug-99990",
  ]);
  expect(await find(tables, "owner", "frequent", "unicode")).toEqual([]);
  await tables.client.query("update content.book set owner = $1 where slug = 'slug-10'", [USER_ID]);
  expect(await find(tables, "owner", "frequent", "unicode")).toHaveLength(1);
});

test.each(["singular", "zzqqxx", "ancient", "frequent", "slug-77777", "book", "eq", "qz", "§"])(
  "a search for %s reads less than a quarter of the table's blocks, also those of its indexes",
  async (q) => {
    const { blocks } = await workOf("admin", q);

    expect(blocks).toBeLessThan((await pagesOfBooks()) / 4);
  },
);
