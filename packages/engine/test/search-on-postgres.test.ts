import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { IndexedWords } from "../src/index.ts";
import { addOwner, find, schema, USER_ID } from "./support/library.ts";
import type { Hit } from "./support/library.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

let tables: TestTables;

beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  await addOwner(tables);
});
afterAll(() => tables.close());
beforeEach(() => tables.client.query("truncate content.book, content.paper, content.site cascade"));

let made = 0;

/** A row, later than those before it. */
function insert(table: string, row: Record<string, unknown>): Promise<string> {
  made += 1;
  const id = `01900000-0000-7000-8000-${String(made).padStart(12, "0")}`;
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, made)).toISOString();
  return tables.insert(table, { id, created_at: at, updated_at: at, published_at: at, ...row });
}

const idsOf = (hits: readonly Hit[]) => hits.map(({ document }) => document["id"]);
const BOTH: readonly IndexedWords[] = ["unicode", "none"];

describe.each(BOTH)("with %s words in the indexes", (words) => {
  const search = (role: string, q: string, limit?: number) => find(tables, role, q, words, limit);

  test("a result is the document of the contract, with nested texts at their places, and only searchable fields", async () => {
    const seo = {
      headline: "A needle",
      plain: "CANARY",
      kind: "CANARY",
      inner: "CANARY",
      deep: { note: null, other: "CANARY" },
      list: [{ text: "CANARY" }],
    };
    const id = await insert("book", {
      title: "T",
      unmarked: "CANARY",
      slug: "t",
      shelf: "fiction",
      flags: ["new"],
      secret: "CANARY",
      seo: JSON.stringify(seo),
    });
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, made)).toISOString();

    expect(await search("admin", "NEEDLE")).toEqual([
      {
        entity: "book",
        global: false,
        document: {
          id,
          _entity: "book",
          createdAt: at,
          updatedAt: at,
          title: "T",
          slug: "t",
          shelf: "fiction",
          flags: ["new"],
          notes: null,
          seo: { headline: "A needle", deep: { note: null } },
        },
      },
    ]);
    expect(await search("admin", "CANARY")).toEqual([]);
  });

  test("an object without value, or of another type, is null", async () => {
    await insert("book", { title: "needle one" });
    await insert("book", { title: "needle two", seo: '["x"]' });

    const seos = (await search("admin", "needle")).map(({ document }) => document["seo"]);

    expect(seos).toEqual([null, null]);
  });

  test("each searchable value is found, of every type", async () => {
    const ids = {
      title: await insert("book", { title: "xx needle xx" }),
      slug: await insert("book", { slug: "a-needle-b" }),
      notes: await insert("book", { notes: "line\nneedle" }),
      headline: await insert("book", { seo: '{"headline":"NeEdLe"}' }),
      deep: await insert("book", { seo: '{"deep":{"note":"needles"}}' }),
    };
    const fiction = await insert("book", { shelf: "fiction" });
    const worn = await insert("book", { flags: ["new", "worn"] });

    expect(idsOf(await search("admin", "needle"))).toEqual(Object.values(ids).toReversed());
    expect(idsOf(await search("admin", "FICT"))).toEqual([fiction]);
    expect(idsOf(await search("admin", "WOR"))).toEqual([worn]);
    expect(await search("admin", "Truth")).toEqual([]); // a label is not the value
  });

  test("a text that spans two values is not found", async () => {
    await insert("book", { title: "one two", slug: "three-four" });

    expect(await search("admin", "two three")).toEqual([]);
    expect(await search("admin", "e t")).toHaveLength(1);
  });

  test.each([["%"], ["_"], ["\\"], ["50%"], ["a_c"], ["C:\\t"], ["%%%"], ["'"], ['"'], ["$1"]])("%s is searched literally", async (q) => {
    const hit = await insert("book", { title: `say ${q} here` });
    await insert("book", { title: "say aXc 500 C:t here" });

    expect(idsOf(await search("admin", q))).toEqual([hit]);
  });

  test.each([
    ["größe", "Die GRÖSSE", true],
    ["GRÖßE", "die größe", true],
    ["ЖИЗНЬ", "моя жизнь", true],
    ["жи", "ЖИЗНЬ", true],
    ["éa", "CAFÉABC", true],
    ["本語", "日本語", true],
    ["日本語", "日本語の本", true],
    ["📚", "ein 📚 mehr", true],
    ["É", "café", true],
    ["e", "É", true],
    ["is", "İstanbul", true],
    ["İ", "istanbul", true],
    ["kg", "5 \u212ag", true],
    ["kel", "\u212aelvin", true],
    ["\u212a", "kilo", true],
    ["ß", "STRASSE", true],
    ["lodz", "Łódź", true],
    ["łódź", "LODZ", true],
    ["σίσυφος", "ΣΙΣΥΦΟΣ", true],
    ["иод", "йод", false],
    ["søren", "Soren", true],
    ["isi", "ısı", true],
    ["i\u0307", "xi\u0307x", true],
    ["e\u0301", "CAFE\u0301", true],
    ["Ω", "5 \u2126", true],
  ])("%s in %s: %j", async (q, title, isHit) => {
    await insert("book", { title });

    expect(await search("admin", q)).toHaveLength(isHit ? 1 : 0);
  });

  test("excluded and hidden values are neither searched nor shown", async () => {
    const row = {
      title: "T",
      shelf: "fiction",
      notes: "canary notes",
      secret: "canary secret",
      seo: '{"headline":"h","inner":"canary","deep":{"note":"canary deep"}}',
    };
    await insert("book", row);

    expect(await search("reader", "canary")).toEqual([]);
    expect(await search("reader", "ca")).toEqual([]);
    expect(await search("admin", "canary secret")).toEqual([]);
    const [hit] = await search("reader", "fiction");
    expect(JSON.stringify(hit)).not.toContain("canary");
    expect(Object.keys(hit?.document ?? {})).toEqual(["id", "_entity", "updatedAt", "title", "slug", "shelf", "flags", "seo"]);
    expect(hit?.document["seo"]).toEqual({ headline: "h" });
  });

  test("only rows within the role's filter are found", async () => {
    await insert("book", { title: "needle", shelf: "non-fiction" });
    const extras = JSON.stringify({ people: [USER_ID] });
    const own = await insert("book", { title: "needle", shelf: "fiction", owner: USER_ID, extras });

    for (const q of ["needle", "ne"]) expect(idsOf(await search("person", q))).toEqual([own]);
    expect(idsOf(await search("reader", "needle"))).toEqual([own]);
    expect(idsOf(await search("owner", "need"))).toEqual([own]);
    expect(idsOf(await search("owner", "ne"))).toEqual([own]);
    expect(await search("writer", "needle")).toEqual([]);
  });

  test("unpublished records are not found; entities without versions have no drafts", async () => {
    await insert("paper", { title: "needle", published_at: null });
    const live = await insert("paper", { title: "needle" });

    expect(idsOf(await search("admin", "needle"))).toEqual([live]);
    expect(idsOf(await search("admin", "le"))).toEqual([live]);
  });

  test("entities are in the configuration's order, with globals, the newest first within each", async () => {
    await insert("site", { name: "needle" });
    const books = [await insert("book", { title: "needle 1" }), await insert("book", { title: "needle 2" })];
    const paper = await insert("paper", { title: "needle" });
    const third = await insert("book", { title: "needle 3" });
    const [{ updated_at: time } = {}] = (
      await tables.client.query<{ updated_at: Date }>("select updated_at from content.book where id = $1", [third])
    ).rows;
    const twin = await insert("book", { title: "needle 4", updated_at: time });

    const hits = await search("admin", "needle");

    expect(idsOf(hits).slice(0, -1)).toEqual([paper, twin, third, books[1], books[0]]);
    expect(hits.at(-1)).toMatchObject({ entity: "site", global: true, document: { _entity: "site", name: "needle" } });
    expect(await search("admin", "needle", 1)).toHaveLength(3);
  });

  test("the limit applies to each entity, also if the newest rows are not enough", async () => {
    await tables.client.query(
      "insert into content.book (id, created_at, published_at, updated_at, title) select gen_random_uuid(), now(), now(), timestamptz '2026-01-01' + n * interval '1 s', case when n % 400 = 1 then 'needle ' || n else 'hay' end from generate_series(1, 1600) n",
    );

    const titles = async (limit: number) => (await search("admin", "needle", limit)).map(({ document }) => document["title"]);

    expect(await titles(3)).toEqual(["needle 1201", "needle 801", "needle 401"]);
    expect(await titles(20)).toEqual(["needle 1201", "needle 801", "needle 401", "needle 1"]);
  });
});

test("a short text in thousands of rows is found in the few rows that a role may see, even if they are old", async () => {
  const fill = (from: number, to: number) =>
    tables.client.query(
      `insert into content.book (id, created_at, published_at, updated_at, title, notes, shelf)
       select gen_random_uuid(), now(), now(), timestamptz '2026-02-01' + n * interval '1 s', 'zq ' || n, 'jx', case when n % 300 = 7 then 'fiction' end
       from generate_series(${from}, ${to}) n`,
    );
  await fill(1, 2_600);
  const own = await insert("book", { title: "zq of mine", owner: USER_ID });

  const titles = (await find(tables, "reader", "ZQ", "unicode", 20)).map(({ document }) => document["title"]);

  expect(titles).toEqual([...Array(9).keys()].map((at) => `zq ${at * 300 + 7}`).toReversed());
  expect(idsOf(await find(tables, "owner", "zQ", "unicode"))).toEqual([own]);
  expect(await find(tables, "reader", "jx", "unicode")).toEqual([]);
  expect(await find(tables, "admin", "jx", "unicode")).toHaveLength(20);
});

test("a short part of an option is also found in older rows", async () => {
  const old = await insert("book", { flags: ["signed"] });
  await tables.client.query(
    "insert into content.book (id, created_at, published_at, updated_at, title) select gen_random_uuid(), now(), now(), timestamptz '2026-02-01' + n * interval '1 s', 'x' from generate_series(1, 600) n",
  );

  expect(idsOf(await find(tables, "admin", "gN", "unicode"))).toEqual([old]);
});

test("both strategies find the same as a comparison of all values' keys, also for letters with ambiguous case", async () => {
  const letters = [
    "i",
    "I",
    "İ",
    "ı",
    "\u0307",
    "σ",
    "ς",
    "Σ",
    "k",
    "K",
    "\u212a",
    "ß",
    "ẞ",
    "s",
    "é",
    "É",
    "e\u0301",
    "%",
    "_",
    "\\",
    "\n",
    " ",
    "📚",
  ];
  const text = (maxLength: number) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength });
  const queries = fc.array(
    text(4).filter((q) => q.trim() !== ""),
    { minLength: 1, maxLength: 5 },
  );
  const plain = `select id from content.book where cms.search_key(title) like cms.search_key($1) or cms.search_key(notes) like cms.search_key($1) order by updated_at desc, id desc`;

  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text(8), text(8)), { minLength: 1, maxLength: 15 }), queries, async (rows, asked) => {
      await tables.client.query("truncate content.book cascade");
      for (const [title, notes] of rows) await insert("book", { title, notes });
      for (const q of asked) {
        const expected = await tables.client.query<{ id: string }>(plain, [`%${q.replace(/[\\%_]/g, "\\$&")}%`]);
        for (const words of BOTH) expect(idsOf(await find(tables, "admin", q, words))).toEqual(expected.rows.map(({ id }) => id));
      }
    }),
    { numRuns: 30 },
  );
});

/** A text without case and accents, as JavaScript sees it. */
function keyOf(text: string | null): string | null {
  const plain = text?.toUpperCase().normalize("NFD");
  return plain?.replaceAll(/([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu, "$1").normalize("NFC") ?? null;
}

test("both strategies find the same as a model in memory, for every role", async () => {
  const letter = fc.constantFrom("a", "B", "c", "é", "Ж", "ж", "k", "\u212a", "ß", "ẞ", "e\u0301", "%", "_", "\\", " ", "1", "—");
  const text = fc.option(fc.string({ unit: letter, maxLength: 8 }), { nil: null });
  const row = fc.record({
    title: text,
    slug: text,
    notes: text,
    shelf: fc.constantFrom("fiction", "non-fiction", null),
    headline: text,
    note: text,
  });
  const query = fc.string({ unit: letter, minLength: 1, maxLength: 4 }).filter((q) => q.trim() !== "");
  const SEEN: Record<string, readonly string[]> = {
    admin: ["title", "slug", "notes", "shelf", "headline", "note"],
    reader: ["title", "slug", "shelf", "headline"],
    titles: ["title"],
  };

  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.array(query, { minLength: 1, maxLength: 5 }),
      async (rows, queries) => {
        await tables.client.query("truncate content.book cascade");
        const stored: { id: string; row: Record<string, string | null> }[] = [];
        for (const row of rows) {
          const { headline, note, slug, ...columns } = row;
          const seo = JSON.stringify({ headline, deep: { note } });
          const unique = slug === null ? null : `${slug}~${stored.length}`;
          stored.unshift({ id: await insert("book", { ...columns, slug: unique, seo }), row: { ...row, slug: unique } });
        }
        for (const q of queries)
          for (const [role, seen] of Object.entries(SEEN)) {
            const holds = (value: string | null | undefined) => keyOf(value ?? null)?.includes(keyOf(q) ?? "") ?? false;
            const reachable = stored.filter((entry) => role !== "reader" || entry.row["shelf"] === "fiction");
            const expected = reachable.filter((entry) => seen.some((name) => holds(entry.row[name]))).map(({ id }) => id);
            for (const words of BOTH) expect(idsOf(await find(tables, role, q, words))).toEqual(expected);
          }
      },
    ),
    { numRuns: 30 },
  );
});
