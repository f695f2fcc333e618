import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { bind, compile, compileSchema, createEngine, parseQuery } from "../src/index.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";

type Tables = Awaited<ReturnType<typeof openTables>>;

const schema = compileSchema(
  configOf({
    entities: [
      {
        name: "note",
        fields: [
          { name: "title", type: "text", searchable: true, index: true },
          { name: "plain", type: "text" },
          { name: "slug", type: "slug" },
          { name: "mail", type: "email" },
          { name: "kind", type: "select", options: ["salt, pepper", "salt", "a\u0308"] },
          { name: "tags", type: "select", options: ["one, two", "one"], multiple: true },
        ],
      },
      {
        name: "word",
        fields: [
          { name: "title", type: "text", index: true },
          { name: "scanned", type: "text" },
        ],
      },
    ],
  }),
);
const TITLES = ["zebra", "Äpfel", "apfel", "Über", "STRASSE", "straße", "Łódź", "lodz", "Σίσυφος", "ΣΊΣΥΦΟΣ", "йод", "Ёлка", "Bär", "bar"];
const SORTED = ["apfel", "Äpfel", "bar", "Bär", "lodz", "Łódź", "STRASSE", "straße", "Über", "zebra", "Σίσυφος", "ΣΊΣΥΦΟΣ", "Ёлка", "йод"];

/** Capitals of several letters, letters with the same capital, letters without one, and what patterns must not interpret. */
const LETTERS = [..."aAbBsSßẞſiIıİÄäéΣσςﬁﬀǆǅΐ0 %_\\"];

let tables: Tables;
beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  for (const [at, title] of TITLES.entries())
    await tables.insert("note", {
      title,
      plain: title,
      slug: `s-${at}`,
      published_at: new Date(),
      ...(at === 0 && { kind: "salt, pepper", tags: ["one, two"], mail: "Ünal@xn--bcher-kva.de" }),
      ...(at === 1 && { kind: "\u00e4", tags: ["one"] }),
    });
});
afterAll(() => tables.close());

async function list(search: string, place?: unknown, entity = "note"): Promise<{ titles: string[]; cursor: unknown }> {
  const principal = { kind: "system" } as const;
  const statement = compile(
    createEngine(schema)
      .as(principal)
      .list(entity, parseQuery(search), { openCursor: () => place }),
  );
  const { rows } = await tables.client.query({ text: statement.text, values: bind(statement, { principal, now: new Date() }) });
  const data = JSON.parse(String(rows[0].data)) as { title: string }[];
  return { titles: data.map(({ title }) => title), cursor: rows[0].cursor ? JSON.parse(String(rows[0].cursor)) : null };
}

test("texts are sorted by ICU's order, with any collation of the database", async () => {
  expect((await list("sort=title")).titles).toEqual(SORTED);
  expect((await list("sort=-plain")).titles).toEqual(SORTED.toReversed());
});

test("pages by cursor contain every text once, in that order", async () => {
  const met: string[] = [];
  let place: unknown;
  for (let page = 0; page < 10; page++) {
    const { titles, cursor } = await list(`sort=plain&limit=3&cursor=${place === undefined ? "" : "x"}`, place);
    met.push(...titles);
    if (cursor === null) break;
    place = cursor;
  }

  expect(met).toEqual(SORTED);
});

test("ranges follow that order", async () => {
  const found = await list(`filter[title][$between]=${encodeURIComponent("b,m")}&sort=title`);

  expect(found.titles).toEqual(["bar", "Bär", "lodz", "Łódź"]);
});

const FOUND: [filter: string, value: string, titles: string[]][] = [
  ["title][$contains", "strasse", ["STRASSE", "straße"]],
  ["plain][$contains", "ß", ["STRASSE", "straße"]],
  ["title][$contains", "ΣΊΣΥΦΟΣ", ["Σίσυφος", "ΣΊΣΥΦΟΣ"]],
  ["plain][$endsWith", "σ", ["Σίσυφος", "ΣΊΣΥΦΟΣ"]],
  ["title][$contains", "apfel", ["apfel"]],
  ["title][$contains", "ŁÓDŹ", ["Łódź"]],
  ["title][$startsWith", "u\u0308be", ["Über"]],
  ["plain][$startsWith", "BA\u0308", ["Bär"]],
  ["title", "U\u0308ber", ["Über"]],
  ["plain][$in", "U\u0308ber,lodz", ["lodz", "Über"]],
  ["kind][$in", "salt, pepper", ["zebra"]],
  ["kind", "a\u0308", ["Äpfel"]],
  ["tags][$hasAny", "one, two", ["zebra"]],
  ["mail", "Ünal@BÜCHER.de", ["zebra"]],
];

test.each(FOUND)("filter[%s]=%s finds %j", async (filter, value, titles) => {
  expect((await list(`filter[${filter}]=${encodeURIComponent(value)}&sort=title`)).titles).toEqual(titles);
});

test("a condition finds the same texts with an index and without, whatever letters they have", async () => {
  const anyText = (maxLength: number) => fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength });
  for (const title of new Set(fc.sample(anyText(8), 300))) await tables.insert("word", { title, scanned: title, published_at: new Date() });

  await fc.assert(
    fc.asyncProperty(fc.constantFrom("contains", "startsWith", "endsWith"), anyText(3), async (operator, text) => {
      const found = (field: string) =>
        list(`filter[${field}][$${operator}]=${encodeURIComponent(text)}&sort=id&limit=500`, undefined, "word");
      const [indexed, scanned] = [await found("title"), await found("scanned")];
      expect(scanned.titles).toEqual(indexed.titles);
    }),
    { numRuns: 60 },
  );
});

test("repeated values are used literally, including commas", async () => {
  const value = encodeURIComponent("salt, pepper");

  expect((await list(`filter[kind][$in]=${value}&filter[kind][$in]=salt`)).titles).toEqual(["zebra"]);
});

test("an equal text is found by the index for sorting, a unique one by its unique index", async () => {
  await tables.client.query("set enable_seqscan = off");
  const principal = { kind: "system" } as const;
  const engine = createEngine(schema).as(principal);
  const plans: string[] = [];
  for (const search of ["filter[title]=x", "filter[slug]=x", "sort=title&limit=1", "filter[title][$contains]=strasse"]) {
    const { text, values } = compile(engine.list("note", parseQuery(`${search}&count=false`)));
    const { rows } = await tables.client.query({ text: `explain ${text}`, values: bind({ values }, { principal, now: new Date() }) });
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  await tables.client.query("reset enable_seqscan");

  expect(plans[0]).toContain("sorted.note.title.id");
  expect(plans[1]).toContain("distinct.note.slug");
  expect(plans[2]).toContain("sorted.note.title.id");
  expect(plans[3]).toContain("key.note.title");
});
