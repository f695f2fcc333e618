/** Values in the cells of CSV files. */
import { expect, test } from "@jest/globals";
import { FIELD_TYPES, sampleOf, type FieldDefinition } from "@colophon/model";
import { cellOf, valueOf } from "../../src/cli/records/cells.ts";
import type { Column } from "../../src/cli/records/columns.ts";

const DEFINITIONS: { readonly [T in FieldDefinition["type"]]: readonly Omit<FieldDefinition & { type: T }, "name" | "type">[] } = {
  text: [{}],
  richtext: [{}, { format: "markdown" }, { format: "blocks" }, { format: "document" }],
  slug: [{}],
  number: [{}, { integer: true }],
  boolean: [{}],
  date: [{}],
  datetime: [{}],
  select: [{ options: ["a", "b"] }, { options: ["a", "b|c"], multiple: true }],
  email: [{}],
  url: [{}],
  color: [{}],
  json: [{}],
  object: [{ fields: [{ name: "story", type: "richtext", format: "document" }] }],
  array: [{ of: { type: "text" } }, { of: { type: "richtext", format: "document" } }],
  blocks: [{ blocks: [{ name: "note", fields: [{ name: "text", type: "text" }] }] }],
  relation: [{ to: "author" }, { to: "author", many: true }],
  image: [{}, { many: true }],
  video: [{}],
  file: [{}],
};

const columnOf = (definition: FieldDefinition): Column => ({ header: "field", path: ["field"], definition, reference: null });
const definitionsOf = (type: FieldDefinition["type"]): readonly FieldDefinition[] =>
  DEFINITIONS[type].map((options) => ({ name: "field", type, ...options }) as FieldDefinition);

test.each(Object.keys(FIELD_TYPES) as (keyof typeof FIELD_TYPES)[])("a value of the type %s is the same after its cell is read", (type) => {
  for (const definition of definitionsOf(type)) {
    const value = sampleOf(definition);

    const cell = cellOf(columnOf(definition), value);

    expect([definition, valueOf(columnOf(definition), cell)]).toEqual([definition, value]);
  }
});

test.each<[FieldDefinition, unknown]>([
  [{ name: "extra", type: "json" }, "12"],
  [{ name: "extra", type: "json" }, "a text"],
  [{ name: "extra", type: "json" }, ["a", "b"]],
  [{ name: "extra", type: "json" }, false],
  [{ name: "lines", type: "array", of: { type: "text" } }, ["a", "b"]],
  [{ name: "lines", type: "array", of: { type: "text" } }, []],
])("of %j, %j is the same after its cell is read", (definition, value) => {
  const column = columnOf(definition);

  expect(valueOf(column, cellOf(column, value))).toEqual(value);
});

test("a cell of spaces is no number", () => {
  expect(valueOf(columnOf({ name: "pages", type: "number" }), "  ")).toBe("  ");
});
