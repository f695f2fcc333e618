/** Rich text whose field gets another format: the checks and the steps. */
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import { contentChecks, CREATE_CONVERTED, STORE_CONVERTED, tableChanges, withChecks, type ContentCheck } from "../src/index.ts";
import { compileSchema } from "../src/schema.ts";
import { configOf } from "./support/config.ts";
import { openTables, type TestTables } from "./support/real-tables.ts";

type Field = Partial<FieldDefinition>;
const schemaOf = (field: Field) =>
  compileSchema(configOf({ entities: [{ name: "article", fields: [{ name: "body", ...field } as FieldDefinition] }] }));
const richtext = (format: string): Field => ({ type: "richtext", format }) as Field;

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
let database: TestTables;
beforeAll(async () => {
  database = await openTables();
});
beforeEach(() => database.reset());
afterAll(() => database.close());

/** The check of a change, after its texts got these results. */
async function checked({ texts, sql }: ContentCheck, isWhole: boolean) {
  await database.client.query(CREATE_CONVERTED);
  const read: string[] = [];
  for (const batch of texts?.batches ?? []) {
    const { rows } = await database.client.query<{ text: string }>(batch, [FIRST_ID]);
    read.push(...rows.map(({ text }) => text));
  }
  const results = [texts?.resultsKey, read, read.map(() => `"converted"`), read.map(() => (isWhole ? "[]" : '["body"]'))];
  await database.client.query(STORE_CONVERTED, results);
  const { rows } = await database.client.query<{ records: number; lost: string }>(sql);
  return { read, result: { records: rows[0]?.records ?? 0, lost: JSON.parse(rows[0]?.lost ?? "[]") } };
}

test.each<[string, Field, string, Field]>([
  ["Markdown → document", richtext("markdown"), "a", richtext("document")],
  ["a text → document", { type: "text" }, "a", richtext("document")],
  ["document → Markdown", richtext("document"), "[1]", richtext("markdown")],
  ["blocks → Markdown", richtext("blocks"), "[1]", richtext("markdown")],
])("%s: the stored texts are read, and replaced by their results", async (_, from, value, to) => {
  await database.apply(schemaOf(from));
  for (const body of [value, null]) await database.insert("article", { body });
  const catalog = await database.catalog();
  const [check, ...others] = contentChecks(schemaOf(to), catalog);
  if (!check) throw new Error("there is no check");

  const { read, result: found } = await checked(check, true);
  const changes = tableChanges(schemaOf(to), withChecks(catalog, [check], new Map([["article.body", found]])));
  for (const { sql } of changes) await database.client.query(sql);

  expect([read, found, others]).toEqual([[value], { records: 1, lost: [] }, []]);
  expect(changes.filter(({ lossy }) => lossy !== null)).toEqual([]);
  expect((await database.client.query("select body::text from content.article order by body")).rows).toEqual([
    { body: '"converted"' },
    { body: null },
  ]);
});

test("a text that isn't kept whole is named with the number of records", async () => {
  await database.apply(schemaOf(richtext("markdown")));
  for (const body of ["a", "a", "b", null]) await database.insert("article", { body });
  const catalog = await database.catalog();
  const [check] = contentChecks(schemaOf(richtext("document")), catalog);
  if (!check) throw new Error("there is no check");

  const { result } = await checked(check, false);
  const changes = tableChanges(schemaOf(richtext("document")), withChecks(catalog, [check], new Map([["article.body", result]])));

  expect(result).toEqual({ records: 3, lost: [{ path: "body", records: 3 }] });
  expect(changes.flatMap(({ lossy }) => lossy ?? [])).toEqual([
    "the new definition of article.body can't hold the stored values of article.body (3 records)",
  ]);
});

test.each<[string, Field, Field]>([
  ["the format stays", richtext("markdown"), richtext("markdown")],
  ["a text becomes Markdown", { type: "text" }, richtext("markdown")],
  ["a document becomes blocks", richtext("document"), richtext("blocks")],
])("no text is converted where %s", async (_, from, to) => {
  await database.apply(schemaOf(from));
  await database.insert("article");

  expect(contentChecks(schemaOf(to), await database.catalog()).filter(({ texts }) => texts)).toEqual([]);
});
