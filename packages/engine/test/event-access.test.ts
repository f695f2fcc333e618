import { expect, test } from "@jest/globals";
import type { EntityDefinition, ReadPermission, RoleDefinition } from "@colophon/config";
import { compileSchema, createEngine } from "../src/index.ts";
import { configOf } from "./support/config.ts";

const ID = "01900000-0000-7000-8000-000000000001";
const person = { name: "person", fields: [{ name: "active", type: "boolean" }] } as const satisfies EntityDefinition;
const toPerson = { name: "who", type: "relation", to: "person" } as const;
const note: EntityDefinition = {
  name: "note",
  fields: [
    { name: "title", type: "text" },
    { name: "state", type: "text" },
    { name: "author", type: "relation", to: "person" },
    { name: "readers", type: "relation", to: "person", many: true },
    { name: "place", type: "object", fields: [{ name: "city", type: "text" }, toPerson] },
    { name: "steps", type: "array", of: { type: "object", fields: [{ name: "name", type: "text" }, toPerson] } },
  ],
};

/** What a reader with this permission is told of the events of notes, and the columns that events are stored with. */
function accessWith(read: ReadPermission) {
  const roles: RoleDefinition[] = [
    { name: "admin", isAdmin: true },
    { name: "reader", permissions: { note: { read } } },
  ];
  const schema = compileSchema(configOf({ entities: [note, person], roles, events: true }));
  const access = createEngine(schema).as({ kind: "user", role: "reader", userId: ID }).events("note");
  return { live: access?.live, isDecided: access?.statement !== null, columns: schema.events.rows.get("note")?.columns };
}

test("a reader without a filter is told of all events", () => {
  expect(accessWith(true)).toEqual({ live: "all", isDecided: false, columns: {} });
});

test.each([
  [{ state: "live" }, { state: "state" }],
  [
    { state: { $ne: "gone" }, title: { $null: false } },
    { state: "state", title: "title" },
  ],
  [{ author: ID }, { author: "author" }],
  [{ "place.city": "Oslo" }, { place: "place" }],
  [{ "steps.name": "a" }, { steps: "steps" }],
  [{ "steps.name": { $ne: "a" } }, { steps: "steps" }],
])("a filter by a record's own columns decides its events: %j", (filter, columns) => {
  expect(accessWith({ filter })).toEqual({ live: "some", isDecided: true, columns });
});

test.each([
  { "author.active": true },
  { readers: { $has: ID } },
  { "place.who": ID },
  { "steps.who": ID },
  { "steps.who": { $ne: ID } },
  { state: "live", "author.active": true },
])("a filter that needs other tables decides no event, so that the reader is told of none: %j", (filter) => {
  const { live, isDecided } = accessWith({ filter });

  expect({ live, isDecided }).toEqual({ live: "none", isDecided: false });
});
