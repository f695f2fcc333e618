import { expect, test } from "@jest/globals";
import { titleOf, valueAt } from "../src/api/summary.ts";
import { entityOf } from "./support.ts";

const record = { id: "1", title: "  ", name: "Ines", code: "c", author: { name: "Sol" } };

test.each([
  ["the summary's title", entityOf({ name: "a", fields: [], admin: { summary: { title: "author.name" } } }), "Sol"],
  [
    "a field with a usual name",
    entityOf({
      name: "a",
      fields: [
        { name: "code", type: "text" },
        { name: "name", type: "text" },
      ],
    }),
    "Ines",
  ],
  [
    "its first text",
    entityOf({
      name: "a",
      fields: [
        { name: "size", type: "number" },
        { name: "code", type: "text" },
      ],
    }),
    "c",
  ],
  ["its id where that is blank", entityOf({ name: "a", fields: [{ name: "title", type: "text" }] }), "1"],
])("the title of a record is %s", (_what, entity, title) => {
  expect(titleOf(entity, record)).toBe(title);
});

test("a path that ends early has no value", () => {
  expect([valueAt(record, "author.name"), valueAt(record, "name.first"), valueAt(null, "a")]).toEqual(["Sol", undefined, undefined]);
});
