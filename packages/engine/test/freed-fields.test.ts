import { expect, test } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import { compileSchema, entityOf } from "../src/index.ts";
import { freedFields, requiredInside, requiredReferences } from "../src/trash/freed-fields.ts";
import { configOf } from "./support/config.ts";

const reference = (name: string, more: object = {}): FieldDefinition => ({ name, type: "relation", to: "person", ...more });

const FIELDS: readonly FieldDefinition[] = [
  { name: "title", type: "text" },
  { name: "code", type: "text", unique: true },
  { name: "seo", type: "object", fields: [{ name: "headline", type: "text" }] },
  reference("author"),
  reference("editor", { required: true }),
  reference("printer", { onDelete: "restrict" }),
  reference("owner", { required: true, onDelete: "restrict" }),
  reference("series", { required: true, onDelete: "cascade" }),
  reference("writers", { required: true, many: true, onDelete: "setNull" }),
  { name: "credit", type: "object", fields: [reference("by", { required: true, onDelete: "restrict" })] },
  { name: "note", type: "object", fields: [reference("from", { onDelete: "setNull" })] },
  { name: "mixed", type: "object", fields: [reference("one", { onDelete: "setNull" }), reference("two", { onDelete: "restrict" })] },
];
const entity = entityOf(
  compileSchema(
    configOf({
      entities: [
        { name: "book", trash: true, fields: [...FIELDS] },
        { name: "person", fields: [{ name: "name", type: "text" }] },
      ],
    }),
  ),
  "book",
);
const names = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);

test("a record in the trash releases its unique values, and references that prevent deletions, inside objects too, and nothing else", () => {
  expect(names(freedFields(entity))).toEqual(["code", "editor", "printer", "owner", "credit", "mixed"]);
});

test("required references whose ids are still known are checked when a record is restored", () => {
  expect(names(requiredReferences(entity))).toEqual(["editor", "owner", "series"]);
  expect(requiredInside(entity).map(({ field, reference: { definition } }) => [field.name, definition.name])).toEqual([["credit", "by"]]);
});
