import { expect, test } from "@jest/globals";
import type { EntityDefinition, FilterValue, RoleDefinition, WebhookDefinition, WebhookEvent } from "@colophon/config";
import { compileSchema, isSubscribed, parseEventsQuery } from "../src/index.ts";
import { configOf } from "./support/config.ts";

const fields = [
  { name: "title", type: "text" },
  { name: "state", type: "text" },
] as const;
const entities: readonly EntityDefinition[] = [
  { name: "note", versions: true, fields },
  { name: "page", versions: true, fields },
  { name: "secret", fields },
];
const roles: readonly RoleDefinition[] = [
  { name: "admin", isAdmin: true },
  { name: "visitor", public: true, permissions: { note: { read: true } } },
  { name: "drafter", permissions: { note: { read: { drafts: true } } } },
  { name: "editor", permissions: { note: { read: true, update: true } } },
  { name: "sender", permissions: { note: { update: true } } },
];
const hook = (parts: Partial<WebhookDefinition>): WebhookDefinition => ({
  name: "site",
  url: "https://a.example/",
  secret: "",
  events: ["*"],
  ...parts,
});
const schema = compileSchema(configOf({ entities, roles }));

test.each<[Partial<WebhookDefinition>, string, WebhookEvent, boolean]>([
  [{ events: ["note.published"] }, "note", "published", true],
  [{ events: ["note.published"] }, "note", "updated", false],
  [{ events: ["note.*"] }, "note", "updated", true],
  [{ events: ["page.*"] }, "note", "updated", false],
  [{ events: ["page.*"], role: "admin" }, "note", "updated", false],
  [{ events: ["*.updated"] }, "note", "updated", true],
  [{ events: ["*.updated"] }, "note", "deleted", false],
  [{ events: ["page.updated", "note.updated"] }, "note", "updated", true],
  [{}, "note", "unpublished", true],
  [{ entities: ["note"] }, "note", "updated", true],
  [{ entities: ["page"] }, "note", "updated", false],
  [{}, "secret", "updated", false],
  [{ role: "admin" }, "secret", "updated", true],
  [{ role: "sender" }, "note", "updated", false],
  [{ role: "gone" }, "note", "updated", false],
  [{}, "note", "draft", false],
  [{ events: ["note.*"] }, "note", "draft", false],
  [{ role: "drafter" }, "note", "draft", true],
  [{ role: "editor" }, "note", "draft", true],
  [{ role: "admin" }, "page", "draft", true],
  [{ events: ["note.draft"], role: "drafter" }, "note", "draft", true],
])("a webhook with %j is told about an event %s.%s: %s", (parts, entity, event, isTold) => {
  expect(isSubscribed(schema, hook(parts), entity, event)).toBe(isTold);
});

/** What the triggers of a site write down. */
function sourcesOf(parts: { events?: boolean; webhooks?: readonly WebhookDefinition[]; roles?: readonly RoleDefinition[] }) {
  const { rows, drafts } = compileSchema(configOf({ entities, roles, ...parts })).events;
  return { rows: Object.fromEntries(rows), drafts: Object.fromEntries(drafts) };
}
const STREAM = { told: "stream", columns: {} };

test("without webhooks and streams nothing is written down", () => {
  expect(sourcesOf({ events: false })).toEqual({ rows: {}, drafts: {} });
});

test("for streams the events of all entities are written down, those of drafts where there are versions", () => {
  const { rows, drafts } = sourcesOf({ events: true });

  expect(rows).toMatchObject({ note: STREAM, page: STREAM, secret: STREAM, _image: STREAM });
  expect(drafts).toEqual({ note: STREAM, page: STREAM });
});

test("for webhooks the events of the entities that one of them is told about are written down", () => {
  const webhooks = [hook({ events: ["note.published"] }), hook({ events: ["secret.deleted"], role: "admin" })];

  expect(sourcesOf({ webhooks })).toEqual({
    rows: { note: { told: "webhooks", columns: {} }, secret: { told: "webhooks", columns: {} } },
    drafts: {},
  });
});

test("one webhook that is told about drafts is enough for events of drafts", () => {
  const { drafts } = sourcesOf({ webhooks: [hook({ events: ["note.draft"], role: "editor" })] });

  expect(drafts["note"]).toEqual({ told: "webhooks", columns: {} });
});

test("events for webhooks and streams are told to both", () => {
  const { rows, drafts } = sourcesOf({ events: true, webhooks: [hook({ events: ["note.published"] })] });

  expect(rows).toMatchObject({ note: { told: "both", columns: {} }, page: STREAM, secret: STREAM });
  expect(drafts).toEqual({ note: STREAM, page: STREAM });
});

const filtered: readonly RoleDefinition[] = [
  { name: "admin", isAdmin: true },
  { name: "reader", permissions: { note: { read: { filter: { title: "a", _type: "note", createdAt: { $lt: "$NOW" }, state: "live" } } } } },
  { name: "editor", permissions: { note: { read: { filter: { state: "live" } }, update: { filter: { publishedAt: { $null: false } } } } } },
];

test("events are written down with the columns that row filters for reading compare, those of drafts with those for drafts", () => {
  const { rows, drafts } = sourcesOf({ events: true, roles: filtered });

  expect(rows["note"]?.columns).toEqual({ created_at: "createdAt", state: "state", title: "title" });
  expect(drafts["note"]?.columns).toEqual({ published_at: "publishedAt", state: "state" });
  expect(rows["page"]?.columns).toEqual({});
});

test("the order of the fields in row filters changes nothing", () => {
  const keysOf = (filter: Record<string, FilterValue>) =>
    Object.keys(
      sourcesOf({ events: true, roles: [{ name: "reader", permissions: { note: { read: { filter } } } }] }).rows["note"]?.columns ?? {},
    );

  expect(keysOf({ title: "a", createdAt: { $lt: "$NOW" }, state: "live" })).toEqual(
    keysOf({ state: "live", createdAt: { $lt: "$NOW" }, title: "a" }),
  );
});

test("without streams events are written down without columns", () => {
  expect(sourcesOf({ roles: filtered, webhooks: [hook({ role: "admin" })] }).rows["note"]).toEqual({ told: "webhooks", columns: {} });
});

test.each<[string, readonly string[]]>([
  ["", ["note", "page"]],
  ["entities=page", ["page"]],
  ["entities=page,note", ["page", "note"]],
])("a stream with the query %j is about %j", (search, expected) => {
  expect(parseEventsQuery(search, ["note", "page"])).toEqual(expected);
});

test.each<[string, readonly unknown[]]>([
  ["entities=secret,note,nothing", ["there is no entity secret", "there is no entity nothing"]],
  ["entities=", [expect.any(String)]],
  ["entity=note", [expect.any(String)]],
])("a stream with the query %j is refused", (search, messages) => {
  const details = messages.map((message) => expect.objectContaining({ message }));

  expect(() => parseEventsQuery(search, ["note", "page"])).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR", details }));
});
