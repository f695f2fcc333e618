import { expect, test } from "@jest/globals";
import { conditionsIn, filterKindOf, toFilter, withConditions } from "../../src/list-model/conditions.ts";

test("only conditions in the API's format are read from the URL", () => {
  const search = { "filter[section][$in]": "news,culture", "filter[author.name][$contains]": "a,b", sort: "title", "filter[bad]": "x" };

  expect(toFilter(conditionsIn(search))).toEqual({ section: { $in: ["news", "culture"] }, "author.name": { $contains: "a,b" } });
});

test("new conditions on a field replace its old ones and return to the first page", () => {
  const search = { q: "leek", cursor: "abc", "filter[date][$gte]": "2026-01-01", "filter[section][$in]": "news" };
  const changed = withConditions(search, "date", [
    { operator: "$gte", value: "" },
    { operator: "$lte", value: "2026-02-01" },
  ]);

  expect(changed).toEqual({ q: "leek", "filter[section][$in]": "news", "filter[date][$lte]": "2026-02-01" });
});

test.each([
  [{ name: "f", type: "text" } as const, "text"],
  [{ name: "f", type: "richtext", format: "blocks" } as const, "presence"],
  [{ name: "f", type: "datetime" } as const, "range"],
  [{ name: "f", type: "boolean" } as const, "boolean"],
  [{ name: "f", type: "select", options: ["a"] } as const, "choice"],
  [{ name: "f", type: "relation", to: "x", many: true } as const, "relation"],
  [{ name: "f", type: "image" } as const, "presence"],
  [{ name: "f", type: "object", fields: [] } as const, undefined],
])("a field %j is filtered by %s", (field, kind) => {
  expect(filterKindOf(field)).toBe(kind);
});
