import { expect, test } from "@jest/globals";
import { allowedOf, bulkActionsOf } from "../../src/bulk/bulk-actions.ts";
import { refusedOf } from "../../src/record-model/errors.ts";
import { entityOf } from "../support.ts";

const can = { update: true, delete: false, publish: true };
const records = [
  { id: "a", _can: can },
  { id: "b", _can: { ...can, publish: false, delete: true } },
];

test("only actions that the entity offers and the caller may run are offered", () => {
  const entity = entityOf({ name: "article", fields: [], versions: true, admin: { bulkActions: ["publish", "delete"] } });

  expect(bulkActionsOf(entity, true)).toEqual(["publish", "delete"]);
  expect(bulkActionsOf({ ...entity, can: { ...entity.can, delete: false } }, true)).toEqual(["publish"]);
  expect(bulkActionsOf(entityOf({ name: "tag", fields: [] }), true)).toEqual(["update", "assign", "delete"]);
  const mail = { title: "Mail", route: "mail" };
  expect(bulkActionsOf({ ...entity, admin: { bulkActions: [mail, "unpublish"] } }, true)).toEqual(["unpublish", mail]);
});

test("only admins can change the owner of records", () => {
  const entity = entityOf({ name: "tag", fields: [], admin: { bulkActions: ["assign", "delete"] } });

  expect(bulkActionsOf(entity, true)).toEqual(["assign", "delete"]);
  expect(bulkActionsOf(entity, false)).toEqual(["delete"]);
});

test("records that the caller may not change are left out", () => {
  expect(allowedOf(records, "publish").map(({ id }) => id)).toEqual(["a"]);
  expect(allowedOf(records, "delete").map(({ id }) => id)).toEqual(["b"]);
  expect(allowedOf(records, { title: "Mail", route: "mail" })).toBe(records);
});

test("a refusal is assigned to the record that it names", () => {
  const details = [
    { field: "ids[1].title", message: "is missing" },
    { field: "action", message: "is wrong" },
  ];

  expect(refusedOf(records, details)).toEqual([{ record: records[1], message: "is missing" }]);
});
