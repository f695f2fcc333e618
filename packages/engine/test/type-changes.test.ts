import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import { compileSchema } from "../src/schema.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const schemaOf = (...fields: FieldDefinition[]) => compileSchema(configOf({ entities: [{ name: "article", fields }] }));

let database: TestTables;
beforeAll(async () => {
  database = await openTables();
});
beforeEach(() => database.reset());
afterAll(() => database.close());

const rows = async (text: string) => (await database.client.query(text)).rows;

test.each([
  ["number (integer) → number", { type: "number", integer: true }, "5", { type: "number" }, 5],
  ["number → text", { type: "number" }, 1.5, { type: "text" }, "1.5"],
  ["boolean → text", { type: "boolean" }, true, { type: "text" }, "true"],
  ["date → datetime", { type: "date" }, "2024-02-29", { type: "datetime" }, new Date("2024-02-29T00:00:00Z")],
  ["select → multiple select", { type: "select", options: ["a"] }, "a", { type: "select", options: ["a"], multiple: true }, ["a"]],
  ["text → richtext", { type: "text" }, "a", { type: "richtext" }, "a"],
])("%s keeps the values", async (_, from, value, to, kept) => {
  await database.apply(schemaOf({ name: "f", index: true, ...from } as FieldDefinition));
  await database.insert("article", { f: value });

  const changes = await database.apply(schemaOf({ name: "f", index: true, ...to } as FieldDefinition));

  expect(changes.filter(({ lossy }) => lossy !== null)).toEqual([]);
  expect(await rows("select f from content.article")).toEqual([{ f: kept }]);
});

test.each([
  ["number → whole number", { type: "number" }, [3, 2.5, 1e300], { type: "number", integer: true }, ["3", null, null]],
  ["text → number", { type: "text" }, ["-1.50", "12 apples", "NaN"], { type: "number" }, [-1.5, null, null]],
  ["text → whole number", { type: "text" }, ["7", "7.5", ""], { type: "number", integer: true }, ["7", null, null]],
  ["text → date", { type: "text" }, ["2024-02-29", "2023-02-29", "soon"], { type: "date" }, ["2024-02-29", null, null]],
  ["datetime → date", { type: "datetime" }, ["2024-02-29T23:59:59Z"], { type: "date" }, ["2024-02-29"]],
  [
    "multiple select → select",
    { type: "select", options: ["a", "b"], multiple: true },
    [["b", "a"], []],
    { type: "select", options: ["a", "b"] },
    ["b", null],
  ],
])("%s keeps compatible values, and reports the loss of the others", async (_, from, values, to, kept) => {
  await database.apply(schemaOf({ name: "f", index: true, searchable: from.type === "text", ...from } as FieldDefinition));
  for (const value of values) await database.insert("article", { f: value });
  const after = schemaOf({ name: "f", index: true, ...to } as FieldDefinition);

  const changes = await database.apply(after);

  expect(changes.flatMap(({ configPath, lossy }) => (lossy === null ? [] : [configPath, lossy]))).toEqual([
    "article.f",
    expect.stringContaining("only as far as they fit"),
  ]);
  expect((await rows("select f::text from content.article order by f")).map(({ f }) => f)).toEqual(
    kept.map((item) => item && String(item)),
  );
  expect(await database.apply(after)).toEqual([]);
});

test("a type that can't be converted loses the values, and the column is created again with its rules", async () => {
  await database.apply(schemaOf({ name: "title", type: "text", unique: true, index: true }));
  await database.insert("article", { title: "x" });
  const after = schemaOf({ name: "title", type: "boolean", unique: true, index: true });

  const changes = await database.apply(after);

  expect(changes.filter(({ lossy }) => lossy !== null)).toMatchObject([
    { lossy: "the values of article.title, stored as text, can't be kept as boolean", configPath: "article.title" },
  ]);
  expect(await database.apply(after)).toEqual([]);
});

test("a new field with a default has it in existing records, for every type", async () => {
  await database.apply(schemaOf({ name: "title", type: "text" }));
  await database.insert("article", { title: "x" });
  const after = schemaOf(
    { name: "title", type: "text" },
    { name: "note", type: "text", required: true, default: 'it\'s \\ "new"' },
    { name: "rank", type: "number", integer: true, default: 3 },
    { name: "share", type: "number", default: 0.25 },
    { name: "isOpen", type: "boolean", default: false },
    { name: "day", type: "date", default: "2024-02-29" },
    { name: "time", type: "datetime", default: "2024-02-29T12:00:00.000Z" },
    { name: "kinds", type: "select", options: ["a", "b"], multiple: true, default: ["b", "a"] },
    { name: "code", type: "text", unique: true, default: "once" },
  );

  const changes = await database.apply(after);

  expect(changes.filter(({ lossy }) => lossy !== null)).toEqual([]);
  expect(await rows('select note, rank, share, "isOpen", day::text, time, kinds, code from content.article')).toEqual([
    {
      note: 'it\'s \\ "new"',
      rank: "3",
      share: 0.25,
      isOpen: false,
      day: "2024-02-29",
      time: new Date("2024-02-29T12:00:00Z"),
      kinds: ["b", "a"],
      code: null,
    },
  ]);
  expect(await database.apply(after)).toEqual([]);
});
