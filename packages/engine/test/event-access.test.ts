import { expect, test } from "@jest/globals";
import type { EntityDefinition, FilterValue, ReadPermission, RoleDefinition } from "@colophon/config";
import { compileSchema, createEngine, visibleEvent } from "../src/index.ts";
import { configOf } from "./support/config.ts";

type EntityPermissions = NonNullable<RoleDefinition["permissions"]>[string];

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

/** What a reader with these permissions on notes is told of their events. */
function accessOf(permissions: EntityPermissions, options: Partial<EntityDefinition> = {}) {
  const roles: RoleDefinition[] = [
    { name: "admin", isAdmin: true },
    { name: "reader", permissions: { note: permissions } },
  ];
  const schema = compileSchema(configOf({ entities: [{ ...note, ...options }, person], roles, events: true }));
  const engine = createEngine(schema).as({ kind: "user", role: "reader", userId: ID });
  return { access: engine.events("note"), columns: schema.events.rows.get("note")?.columns, ofOthers: engine.events("person") };
}

/** The same of a reader with this permission, and the columns that events are stored with. */
function accessWith(read: ReadPermission) {
  const { access, columns } = accessOf({ read });
  return { live: access?.live, isDecided: access?.statement !== null, columns };
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

test("a reader is told nothing of entities that it may not read", () => {
  expect(accessOf({ read: true }).ofOthers).toBeNull();
});

const LIVE = { filter: { state: "live" } } as const;

test.each<[string, EntityPermissions, string, string]>([
  ["may only read", { read: true }, "all", "none"],
  ["may read drafts", { read: { drafts: true } }, "all", "all"],
  ["may update", { read: true, update: true }, "all", "all"],
  ["may read some, with their drafts", { read: { ...LIVE, drafts: true } }, "some", "some"],
  ["may update some of them", { read: true, update: LIVE }, "all", "some"],
  ["may read some and update all", { read: LIVE, update: true }, "some", "some"],
  ["may update what needs another table", { read: LIVE, update: { filter: { "author.active": true } } }, "some", "none"],
])("of a role that %s, live records and drafts have these events", (_case, permissions, live, drafts) => {
  const { access } = accessOf(permissions, { versions: true });

  expect(access).toMatchObject({ live, drafts });
  expect(access?.statement !== null).toBe(live === "some" || drafts === "some");
});

test("an entity without versions has no events of drafts", () => {
  expect(accessOf({ read: true, update: true }).access).toMatchObject({ live: "all", drafts: "none" });
});

test.each<[Record<string, FilterValue>, boolean]>([
  [{ _createdBy: "$CURRENT_USER" }, true],
  [{ _createdBy: { $ne: "$CURRENT_USER" } }, true],
  [{ author: { $in: [ID, "$CURRENT_USER"] } }, true],
  [{ title: { $contains: "$CURRENT_USER" } }, true],
  [{ state: { $startsWith: "$CURRENT_ROLE" } }, false],
  [{ state: "live", _createdBy: "$CURRENT_USER" }, true],
  [{ "steps.name": { $ne: "$CURRENT_USER" } }, true],
  [{ "steps.name": { $ne: "a" } }, false],
  [{ author: ID }, false],
  [{ author: { $in: [ID] } }, false],
  [{ state: "$CURRENT_ROLE" }, false],
  [{ createdAt: { $lt: "$NOW" } }, false],
])("whether a filter's decision differs between users of a role: %j, %s", (filter, isPersonal) => {
  expect(accessOf({ read: { filter } }).access).toMatchObject({ live: "some", isPersonal });
});

test("a filter on the user for drafts alone makes the decision personal, too", () => {
  const permissions = { read: true, update: { filter: { _createdBy: "$CURRENT_USER" } } };

  expect(accessOf(permissions, { versions: true }).access).toMatchObject({ live: "all", isPersonal: true });
});

const [IN, OUT] = [true, false];

test.each([
  ["published", OUT, IN, "published"],
  ["published", IN, IN, "published"],
  ["published", IN, OUT, null],
  ["updated", IN, IN, "updated"],
  ["updated", OUT, IN, "updated"],
  ["updated", IN, OUT, "deleted"],
  ["updated", OUT, OUT, null],
  ["unpublished", IN, IN, "unpublished"],
  ["unpublished", IN, OUT, "unpublished"],
  ["unpublished", OUT, IN, null],
  ["deleted", IN, OUT, "deleted"],
  ["deleted", OUT, OUT, null],
])("a record is %s that matched the row filter before: %s, after: %s; the reader is told %s", (event, before, after, told) => {
  const row = { id: "1", before, after, draft: false };
  const { access } = accessOf({ read: LIVE });

  expect(access && visibleEvent(access, event, row)).toBe(told);
  expect(access && visibleEvent(access, event, undefined)).toBeNull();
});

test.each(["published", "updated", "unpublished", "deleted"])(
  "%s is told to whoever may read all records, and not where nothing decides",
  (event) => {
    const matching = { id: "1", before: true, after: true, draft: true };
    const { access: all } = accessOf({ read: true }, { versions: true });
    const { access: none } = accessOf({ read: { filter: { "author.active": true }, drafts: true } }, { versions: true });

    expect(all && visibleEvent(all, event, undefined)).toBe(event);
    expect(none && visibleEvent(none, event, matching)).toBeNull();
  },
);

test.each<[string, EntityPermissions, boolean | undefined, string | null]>([
  ["all drafts", { read: { drafts: true } }, undefined, "draft"],
  ["no drafts", { read: true }, true, null],
  ["some drafts, this one too", { read: true, update: LIVE }, true, "draft"],
  ["some drafts, not this one", { read: true, update: LIVE }, false, null],
  ["some drafts, this one undecided", { read: true, update: LIVE }, undefined, null],
])("of a reader of %s", (_case, permissions, draft, told) => {
  const row = draft === undefined ? undefined : { id: "1", before: true, after: true, draft };
  const { access } = accessOf(permissions, { versions: true });

  expect(access && visibleEvent(access, "draft", row)).toBe(told);
});
