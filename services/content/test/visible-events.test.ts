import { expect, test } from "@jest/globals";
import type { Database, StreamEvent } from "@colophon/database";
import { validateConfig } from "@colophon/config";
import { compileSchema, createEngine, type EventAccess, type EventRow, type Principal } from "@colophon/engine";
import { audienceKey, createVisibleEvents, type Audience } from "../src/events/visible-events.ts";

const NOW = new Date("2026-11-27T10:00:00.000Z");
const statement = { text: "select", values: [], name: "rule" } as unknown as EventAccess["statement"];
const ALL: EventAccess = { live: "all", drafts: "none", statement: null, isPersonal: false };
const SOME: EventAccess = { live: "some", drafts: "none", statement, isPersonal: false };
const OWN: EventAccess = { ...SOME, isPersonal: true };
const user = (userId: string, role = "reader"): Principal => ({ kind: "user", role, userId });
const key = (keyId: string): Principal => ({ kind: "key", role: "reader", keyId });
const reading = (principal: Principal, entities: Readonly<Record<string, EventAccess>>): Audience => ({
  principal,
  entities: new Map(Object.entries(entities)),
});

test.each<[string, Audience, Audience, boolean]>([
  ["two users of one role", reading(user("a"), { note: SOME }), reading(user("b"), { note: SOME }), true],
  ["entities in another order", reading(user("a"), { note: ALL, page: ALL }), reading(user("a"), { page: ALL, note: ALL }), true],
  ["other entities", reading(user("a"), { note: ALL }), reading(user("a"), { page: ALL }), false],
  ["users of two roles", reading(user("a"), { note: ALL }), reading(user("a", "editor"), { note: ALL }), false],
  ["a user and a key of one role", reading(user("a"), { note: ALL }), reading(key("a"), { note: ALL }), false],
  ["the system twice", reading({ kind: "system" }, { note: ALL }), reading({ kind: "system" }, { note: ALL }), true],
  [
    "two users, if one entity is decided by the user",
    reading(user("a"), { page: ALL, note: OWN }),
    reading(user("b"), { page: ALL, note: OWN }),
    false,
  ],
  ["two keys, if an entity is decided by the key", reading(key("a"), { note: OWN }), reading(key("b"), { note: OWN }), false],
  ["one user twice, if an entity is decided by the user", reading(user("a"), { note: OWN }), reading(user("a"), { note: OWN }), true],
])("whether %s are told the same", (_case, one, other, isSame) => {
  expect(audienceKey(one) === audienceKey(other)).toBe(isSame);
});

const event = (id: string, entity: string, xact: string): StreamEvent => ({
  step: "1",
  token: "00000001",
  xact,
  id,
  entity,
  event: "updated",
  recordId: `record ${id}`,
  version: 1,
  locale: null,
  at: NOW,
});
const PAGE = [event("1", "note", "7"), event("2", "note", "7"), event("3", "page", "8")];

/** Divides the page among audiences, one after the other. */
async function divided(...audiences: readonly Audience[]) {
  const asked: unknown[] = [];
  const rows: readonly EventRow[] = [{ id: "2", before: true, after: true, draft: false }];
  const run = async (_statement: unknown, values: unknown) => (asked.push(values), rows);
  const textFor = createVisibleEvents({ database: { run } as unknown as Pick<Database, "run">, now: () => NOW })(PAGE);
  const told: string[][] = [];
  for (const audience of audiences) told.push([...(await textFor(audience)).matchAll(/"id":"record (\d)"/g)].map(([, id = ""]) => id));
  return { told, statements: asked.length, asked };
}

test("an audience is told what it may read, without a statement if that is everything", async () => {
  expect(await divided(reading(user("a"), { page: ALL }))).toMatchObject({ told: [["3"]], statements: 0 });
  expect(await divided(reading(user("a"), { note: ALL, page: ALL, other: SOME }))).toMatchObject({
    told: [["1", "2", "3"]],
    statements: 0,
  });
});

test("what row filters decide is asked once for all audiences of a role, and for each caller if they are about the caller", async () => {
  const two = (access: EventAccess) => divided(reading(user("a"), { note: access }), reading(user("b"), { note: access }));

  expect(await two(SOME)).toMatchObject({ told: [["2"], ["2"]], statements: 1 });
  expect(await two(OWN)).toMatchObject({ told: [["2"], ["2"]], statements: 2 });
});

test("a statement is asked about the page's events of its entity, and each of their transactions once", async () => {
  const result = validateConfig({
    entities: [{ name: "note", fields: [{ name: "title", type: "text" }] }],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "reader", permissions: { note: { read: { filter: { title: "a" } } } } },
    ],
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const access = createEngine(compileSchema(result.config)).as(user("a")).events("note");
  if (!access) throw new Error("the role reads notes");
  const { asked } = await divided(reading(user("a"), { note: access, page: ALL }));

  expect(asked).toEqual([expect.arrayContaining([["1", "2"], ["7"]])]);
});

test("different roles, kinds of callers and entities are asked for separately", async () => {
  const audiences = [
    reading(user("a"), { note: SOME, page: SOME }),
    reading(user("a", "editor"), { note: SOME }),
    reading(key("a"), { note: SOME }),
  ];

  expect((await divided(...audiences)).statements).toBe(4);
});
