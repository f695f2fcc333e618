import { expect, test } from "@jest/globals";
import { bulkFieldsOf } from "../../src/bulk/bulk-fields.ts";
import { configOf, entityOf } from "../support.ts";

test("fields that are unique, immutable or read-only can't be set for several records", () => {
  const entity = entityOf({
    name: "article",
    unique: [["day", "place"]],
    fields: [
      { name: "title", type: "text" },
      { name: "slug", type: "slug", from: "title" },
      { name: "number", type: "number", unique: true },
      { name: "day", type: "date" },
      { name: "code", type: "text", immutable: true },
      { name: "notes", type: "text", admin: { readOnly: true } },
      { name: "rating", type: "number" },
      { name: "comments", type: "reverse", from: "comment", field: "article" },
    ],
  });
  const permissions = { article: { create: true, read: true, update: { fields: { exclude: ["rating"] } }, delete: true } };

  expect(bulkFieldsOf(configOf([entity], { permissions }), entity).map(({ definition: { name } }) => name)).toEqual(["title"]);
});
