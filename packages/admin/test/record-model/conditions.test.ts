import { expect, test } from "@jest/globals";
import { requiredMembers, type AdminFilter, type FieldDefinition } from "@colophon/model";
import { isShown } from "../../src/record-model/fields.ts";

const SIBLINGS: readonly FieldDefinition[] = [
  { name: "word", type: "text" },
  { name: "count", type: "number" },
  { name: "done", type: "boolean" },
  { name: "day", type: "date" },
  { name: "at", type: "datetime" },
  { name: "kind", type: "select", options: ["a", "b"] },
  { name: "inner", type: "object", fields: [{ name: "word", type: "text" }] },
];
const EMPTY = { word: null, count: null, done: null, day: null, at: null, kind: null, inner: null };
const FULL = { word: "Zoë", count: 7, done: true, day: "2026-02-03", at: "2026-02-03T04:05:06.000Z", kind: "a", inner: { word: "leek" } };

const CONDITIONS: readonly AdminFilter[] = [
  { word: "Zoë" },
  { word: "zoë" },
  { word: null },
  { word: { $ne: "Zoë" } },
  { word: { $in: ["a", "Zoë"] } },
  { word: { $notIn: ["a", "Zoë"] } },
  { word: { $contains: "ZO" } },
  { word: { $startsWith: "zo" } },
  { word: { $endsWith: "o" } },
  { word: { $gt: "apple" } },
  { word: { $lt: "zz" } },
  { word: { $null: false } },
  { count: 7 },
  { count: { $gte: 7, $lt: 8 } },
  { count: { $between: [1, 6] } },
  { count: { $lte: 6 } },
  { done: true },
  { done: { $ne: true } },
  { day: { $gt: "2026-01-31" } },
  { day: { $between: ["2026-02-03", "2026-02-04"] } },
  { at: { $gte: "2026-02-03T04:05:06Z" } },
  { at: { $lt: "2026-02-03" } },
  { kind: "a" },
  { kind: { $notIn: ["a"] } },
  { "inner.word": "leek" },
  { "inner.word": { $null: true } },
  { word: "Zoë", count: 8 },
];

test.each(CONDITIONS)("a field is shown where the service would require it: %j", (condition) => {
  const field: FieldDefinition = { name: "conditional", type: "text", required: true, admin: { condition } };
  const fields = [...SIBLINGS, field];

  for (const values of [FULL, EMPTY, { ...FULL, word: "ZOË", count: 8, done: false, kind: "b" }])
    expect(isShown(field, fields, values)).toBe(requiredMembers({ fields, values, sees: () => true }).length > 0);
});

test("a field without a condition is shown", () => {
  expect(isShown({}, SIBLINGS, {})).toBe(true);
});

test("conditions can check the values of a multiple select", () => {
  const tags: FieldDefinition = { name: "tags", type: "select", options: ["x", "y", "z"], multiple: true };
  const shown = (condition: AdminFilter) => isShown({ admin: { condition } }, [tags], { tags: ["x", "y"] });

  expect([shown({ tags: { $has: "x" } }), shown({ tags: { $hasAny: ["z", "y"] } }), shown({ tags: { $hasAll: ["x", "z"] } })]).toEqual([
    true,
    true,
    false,
  ]);
});
