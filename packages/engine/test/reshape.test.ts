import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import { SHAPE_FUNCTIONS } from "../src/ddl/functions/shape-functions.ts";
import { storedShapeOf } from "../src/ddl/shapes/stored-shape.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

let database: TestTables;
beforeAll(async () => {
  database = await openTables();
  for (const definition of SHAPE_FUNCTIONS) await database.client.query(definition);
});
afterAll(() => database.close());

type Definition = FieldDefinition extends infer D ? (D extends unknown ? Omit<D, "name"> : never) : never;

/** A value after a change to this definition, and the paths of what is lost. */
async function reshaped(value: unknown, definition: Definition): Promise<readonly [value: unknown, lost: readonly string[]]> {
  const shape = JSON.stringify(storedShapeOf({ ...definition, name: "f" }));
  const text = "select value, lost from cms.reshape($1::jsonb, $2::jsonb, 'f')";
  const { rows } = await database.client.query(text, [JSON.stringify(value), shape]);
  return [rows[0].value, rows[0].lost];
}

const TEXT = { type: "text" } as const;
const list = (of: object): Definition => ({ type: "array", of });
const group = (...fields: object[]): Definition => ({ type: "object", fields: fields as FieldDefinition[] });
const member = (name: string, definition: object): object => ({ name, ...definition });
const PARAGRAPH = { _type: "paragraph", content: [{ type: "text", text: "a", marks: [{ type: "bold" }] }, { type: "hardBreak" }] };
const DOCUMENT: Definition = {
  type: "richtext",
  format: "document",
  blocks: [{ name: "quote", renamedFrom: "cite", fields: [{ name: "text", type: "text", renamedFrom: "old" }] }],
};
const ID = "0190a000-0000-7000-8000-000000000001";

describe("a value that the new definition can hold is kept", () => {
  test.each<[string, unknown, Definition, unknown]>([
    ["number → text", 24, TEXT, "24"],
    ["fraction → text", 1.5, TEXT, "1.5"],
    ["boolean → text", true, TEXT, "true"],
    ["text → richtext", "a", { type: "richtext" }, "a"],
    ["text that reads as a number → number", "-24.5", { type: "number" }, -24.5],
    ["text that reads as a whole number → whole number", "24", { type: "number", integer: true }, 24],
    ["whole number → whole number of the largest size", 9007199254740991, { type: "number", integer: true }, 9007199254740991],
    ["text → boolean", "false", { type: "boolean" }, false],
    ["text → date", "2024-02-29", { type: "date" }, "2024-02-29"],
    ["date → datetime", "2024-02-29", { type: "datetime" }, "2024-02-29T00:00:00.000Z"],
    ["one value → list of one", "a", list(TEXT), ["a"]],
    ["one object → list of one", { a: 1 }, list(group(member("a", { type: "number" }))), [{ a: 1 }]],
    ["list of one → value", ["a"], TEXT, "a"],
    ["empty list → value", [], TEXT, null],
    ["list of numbers → list of texts", [1, 2], list(TEXT), ["1", "2"]],
    ["select → multiple select", "a", { type: "select", options: ["a"], multiple: true }, ["a"]],
    ["relation → relation to many", ID, { type: "relation", to: "x", many: true }, [ID]],
    ["object → any JSON", { a: [1] }, { type: "json" }, { a: [1] }],
    ["object without a new member", { a: 1 }, group(member("a", { type: "number" }), member("b", TEXT)), { a: 1 }],
    ["member that is empty and gone", { a: 1, b: null, c: [], d: "" }, group(member("a", { type: "number" })), { a: 1 }],
    ["renamed member", { old: "a" }, group(member("now", { ...TEXT, renamedFrom: "old" })), { now: "a" }],
    ["renamed member with another type", { old: 4 }, group(member("now", { ...TEXT, renamedFrom: "old" })), { now: "4" }],
    [
      "renamed block",
      [{ _type: "old", _key: "k", text: "a" }],
      { type: "blocks", blocks: [{ name: "now", renamedFrom: "old", fields: [{ name: "text", ...TEXT }] }] },
      [{ _type: "now", _key: "k", text: "a" }],
    ],
    [
      "renamed member of a block, three levels down",
      [{ _type: "b", _key: "k", list: [{ inner: { old: 7 } }] }],
      {
        type: "blocks",
        blocks: [
          {
            name: "b",
            fields: [
              member("list", list(group(member("inner", group(member("now", { ...TEXT, renamedFrom: "old" })))))) as FieldDefinition,
            ],
          },
        ],
      },
      [{ _type: "b", _key: "k", list: [{ inner: { now: "7" } }] }],
    ],
    ["blocks that are a document", [PARAGRAPH], DOCUMENT, [PARAGRAPH]],
    [
      "document → blocks",
      [PARAGRAPH, { _type: "quote", attrs: { text: "a" } }],
      { type: "richtext", format: "blocks" },
      [PARAGRAPH, { _type: "quote", attrs: { text: "a" } }],
    ],
    ["renamed own block of a document", [{ _type: "cite", attrs: { old: 1 } }], DOCUMENT, [{ _type: "quote", attrs: { text: "1" } }]],
  ])("%s", async (_, value, definition, kept) => {
    expect(await reshaped(value, definition)).toEqual([kept, []]);
  });
});

describe("a value that it can't hold is named by its path", () => {
  test.each<[string, unknown, Definition, unknown, string[]]>([
    ["text → number", "24 apples", { type: "number" }, null, ["f"]],
    ["fraction → whole number", 2.5, { type: "number", integer: true }, null, ["f"]],
    ["text → date", "2023-02-29", { type: "date" }, null, ["f"]],
    ["text → relation", "a", { type: "relation", to: "x" }, null, ["f"]],
    ["list of two → value", ["a", "b"], TEXT, null, ["f"]],
    ["list of texts → list of objects", ["a", "b"], list(group(member("label", TEXT))), [], ["f", "f"]],
    ["list of objects → list of texts", [{ label: "a" }], list(TEXT), [], ["f"]],
    ["object → text", { a: 1 }, TEXT, null, ["f"]],
    ["member that is gone", { a: 1, b: "x", c: [0] }, group(member("a", { type: "number" })), { a: 1 }, ["f.b", "f.c"]],
    [
      "member of another type",
      [{ price: "free" }, { price: "3" }],
      list(group(member("price", { type: "number" }))),
      [{ price: null }, { price: 3 }],
      ["f.price"],
    ],
    [
      "block that is gone",
      [
        { _type: "a", _key: "1", t: "x" },
        { _type: "b", _key: "2", t: "y" },
      ],
      { type: "blocks", blocks: [{ name: "b", fields: [{ name: "t", ...TEXT }] }] },
      [{ _type: "b", _key: "2", t: "y" }],
      ["f.a"],
    ],
    ["own block of a document that is gone", [PARAGRAPH, { _type: "aside", attrs: {} }], DOCUMENT, [PARAGRAPH], ["f.aside"]],
    [
      "member of an own block that is gone",
      [{ _type: "quote", attrs: { text: "a", by: "b" } }],
      DOCUMENT,
      [{ _type: "quote", attrs: { text: "a" } }],
      ["f.quote.by"],
    ],
    [
      "blocks that are no document",
      [
        { _type: "paragraph", text: "a" },
        { _type: "paragraph", content: [{ type: "span" }] },
      ],
      DOCUMENT,
      [],
      ["f.paragraph", "f.paragraph"],
    ],
    ["document from text", "a", DOCUMENT, null, ["f"]],
    ["text from a document", [PARAGRAPH], { type: "richtext" }, null, ["f"]],
    ["rich text as blocks from text", "a", { type: "richtext", format: "blocks" }, null, ["f"]],
  ])("%s", async (_, value, definition, kept, lost) => {
    expect(await reshaped(value, definition)).toEqual([kept, lost]);
  });
});
