import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@colophon/database";
import { eventually } from "../../../tests/support/eventually.ts";
import { openEventStream, type EventStream } from "../../../tests/support/http/event-stream.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const title = { name: "title", type: "text" } as const;
const HEARTBEAT_MS = 15_000;
let site: TestService;
let admin: Client;
let beat: () => void;
const open: EventStream[] = [];

beforeAll(async () => {
  const filtered = { filter: { section: "culture" } };
  site = await startService(
    {
      entities: [
        { name: "article", versions: true, trash: true, fields: [title, { name: "section", type: "text" }] },
        { name: "author", fields: [title] },
        { name: "book", fields: [title, { name: "author", type: "relation", to: "author" }] },
        { name: "note", fields: [title] },
        { name: "secret", fields: [title] },
        { name: "task", fields: [title, { name: "watchers", type: "text" }] },
        {
          name: "shelf",
          fields: [title, { name: "boxes", type: "array", of: { type: "object", fields: [{ name: "size", type: "number" }] } }],
        },
      ],
      roles: [
        { name: "admin", isAdmin: true },
        {
          name: "editor",
          permissions: { article: { read: filtered, update: filtered }, note: { read: { filter: { _createdBy: "$CURRENT_USER" } } } },
        },
        { name: "watcher", permissions: { task: { read: { filter: { watchers: { $contains: "$CURRENT_USER" } } } } } },
        {
          name: "visitor",
          public: true,
          permissions: {
            article: { read: filtered },
            author: { read: true },
            book: { read: { filter: { "author.title": "known" } } },
            shelf: { read: { filter: { "boxes.size": { $gt: 5 } } } },
          },
        },
      ],
    },
    {
      repeat(everyMs, work) {
        if (everyMs === HEARTBEAT_MS) beat = work;
        const timer = everyMs === HEARTBEAT_MS ? undefined : setInterval(work, 20);
        return () => clearInterval(timer);
      },
    },
  );
  admin = site.as("admin", site.adminId);
});
afterAll(() => site.stop());
afterEach(async () => void (await Promise.all(open.splice(0).map((stream) => stream.close()))));

async function stream(role: string, { query = "", userId = newId(), lastId = "" } = {}): Promise<EventStream> {
  const headers = { "x-cms-identity": site.token(role, userId), ...(lastId !== "" && { "last-event-id": lastId }) };
  const opened = await openEventStream(`http://127.0.0.1:${site.port}/api/_events${query}`, headers);
  open.push(opened);
  return opened;
}

async function make(path: string, body: object, client = admin): Promise<string> {
  const { json, status } = await client.post(path, body);
  expect([status, json]).toEqual([201, expect.anything()]);
  return json.data.id;
}

test("a change is an event with entity, id and version, and without content", async () => {
  const reader = await stream("admin", { query: "?entities=author" });
  const id = await make("/api/author", { title: "one" });
  await admin.put(`/api/author/${id}`, { title: "two" });
  await admin.delete(`/api/author/${id}`);
  await reader.have(3);

  expect(reader.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(reader.events()[0]).toEqual({
    id: expect.any(String),
    event: "published",
    data: { event: "author.published", entity: "author", id, version: 1, locale: null, time: expect.stringMatching(/^\d{4}-.+Z$/) },
  });
  expect(reader.lines()).toEqual(["published author 1", "updated author 2", "deleted author 2"]);
});

test("without entities a caller gets all that it may read; others, and unknown ones, are refused alike", async () => {
  const reader = await stream("visitor");
  await make("/api/secret", { title: "one" });
  await make("/api/author", { title: "two" });
  await reader.have(1);

  const refused = await stream("visitor", { query: "?entities=article,secret" });
  const unknown = await stream("visitor", { query: "?entities=article,nothing" });
  expect(reader.lines()).toEqual(["published author 1"]);
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.refusal).replace("secret", "nothing")).toBe(JSON.stringify(unknown.refusal));
  expect((await stream("visitor", { query: "?entity=article" })).refusal.error.details).toEqual([
    { field: "entity", message: "is not a parameter of this route" },
  ]);
});

test("a record is deleted for those whose row filter it leaves, and updated for those whose row filter it enters", async () => {
  const [reader, all] = [await stream("visitor", { query: "?entities=article" }), await stream("admin", { query: "?entities=article" })];
  const id = await make("/api/article", { title: "one", section: "sport" });
  await admin.put(`/api/article/${id}`, { section: "culture" });
  await admin.put(`/api/article/${id}`, { title: "two" });
  await admin.put(`/api/article/${id}`, { section: "sport" });
  await admin.put(`/api/article/${id}`, { title: "three" });
  await admin.delete(`/api/article/${id}`);
  const other = await make("/api/article", { title: "four", section: "culture" });
  await admin.post(`/api/article/${other}/unpublish`);
  await all.have(8);
  await reader.have(5);

  expect(reader.events().map(({ event, data }) => `${event} ${data.version}`)).toEqual([
    "updated 2",
    "updated 3",
    "deleted 4",
    "published 1",
    "unpublished 2",
  ]);
  expect(all.events().map(({ event }) => event)).toEqual([
    "published",
    "updated",
    "updated",
    "updated",
    "updated",
    "deleted",
    "published",
    "unpublished",
  ]);
});

test("a filter on values inside an array is decided from the changed record", async () => {
  const [reader, all] = [await stream("visitor", { query: "?entities=shelf" }), await stream("admin", { query: "?entities=shelf" })];
  const id = await make("/api/shelf", { title: "one", boxes: [{ size: 5 }] });
  await admin.put(`/api/shelf/${id}`, { boxes: [{ size: 1 }, { size: 6 }] });
  await admin.put(`/api/shelf/${id}`, { boxes: null });
  await all.have(3);
  await reader.have(2);

  expect(reader.lines()).toEqual(["updated shelf 2", "deleted shelf 3"]);
});

test("drafts are events for those who may read them, before and after the change", async () => {
  const [reader, editor] = [await stream("visitor"), await stream("editor")];
  const id = await make("/api/article?draft=true", { title: "one", section: "culture" });
  await admin.put(`/api/article/${id}?draft=true`, { title: "two" });
  await admin.post(`/api/article/${id}/publish`);
  await admin.put(`/api/article/${id}?draft=true`, { section: "sport" });
  await admin.put(`/api/article/${id}?draft=true`, { section: "culture" });
  await admin.delete(`/api/article/${id}?draft=true`);
  await editor.have(5);
  await reader.have(1);

  expect(editor.events().map(({ event }) => event)).toEqual(["draft", "draft", "published", "draft", "draft"]);
  expect(reader.events().map(({ event }) => event)).toEqual(["published"]);
});

test("a filter on the caller is decided for each caller", async () => {
  const [first, second] = [newId(), newId()];
  await site.database.run(
    {
      text: "insert into content.note (id, created_at, updated_at, published_at, created_by, created_by_kind, title) select u, now(), now(), now(), u, 'user', 'mine' from unnest($1::uuid[]) u",
    },
    [[first, second]],
  );
  const readers = [await stream("editor", { userId: first }), await stream("editor", { userId: second })];
  await site.database.run({ text: "update content.note set version = version + 1 where id = any($1)" }, [[first, second]]);
  await Promise.all(readers.map((reader) => reader.have(1)));

  expect(readers.map((reader) => reader.events().map(({ data }) => data.id))).toEqual([[first], [second]]);
});

test("a filter on the caller as a part of a text is decided for each caller", async () => {
  const users = [newId(), newId()] as const;
  const readers = await Promise.all(users.map((userId) => stream("watcher", { userId })));
  const ids = [await make("/api/task", { watchers: users[0] }), await make("/api/task", { watchers: users[1] })];
  const both = await make("/api/task", { watchers: users.join(" ") });
  await Promise.all(readers.map((reader) => reader.have(2)));

  expect(readers.map((reader) => reader.events().map(({ data }) => data.id))).toEqual(ids.map((id) => [id, both]));
});

test("events that need another record to be decided are not sent", async () => {
  const reader = await stream("visitor", { query: "?entities=book,author" });
  const author = await make("/api/author", { title: "known" });
  await make("/api/book", { title: "one", author });
  await make("/api/author", { title: "last" });
  await reader.have(2);

  expect(reader.lines()).toEqual(["published author 1", "published author 1"]);
});

test("a client that comes back gets what it missed, in order and once", async () => {
  const first = await stream("admin", { query: "?entities=author" });
  const ids = [await make("/api/author", { title: "one" }), await make("/api/author", { title: "two" })];
  await first.have(2);
  await first.close();
  await admin.post("/api/author/bulk", { action: "update", ids, data: { title: "three" } });

  const [, event] = first.events();
  const second = await stream("admin", { query: "?entities=author", lastId: first.events()[0]?.id ?? "" });
  await make("/api/author", { title: "four" });
  await second.have(4);
  const third = await stream("admin", { query: "?entities=author", lastId: second.events()[1]?.id ?? "" });
  await third.have(2);

  expect(second.lines()).toEqual(["published author 1", "updated author 2", "updated author 2", "published author 1"]);
  expect(second.events()[0]).toEqual(event);
  expect(third.events()).toEqual(second.events().slice(2));
});

test("an unknown id, and one that is too old, are a reset; the stream goes on", async () => {
  const old = await stream("admin", { query: "?entities=author" });
  await make("/api/author", { title: "one" });
  await old.have(1);
  await site.database.run({ text: "update cms.stream_snapshots set at = at - interval '61 minutes'" });
  const first = await stream("admin", { query: "?entities=author" });
  await make("/api/author", { title: "two" });
  await first.have(1);
  await eventually(() => (beat(), first.messages.at(-1)?.comment === "heartbeat"));
  await site.database.run({ text: "update cms.stream_snapshots set at = at - interval '61 minutes'" });
  await site.content.sweep();

  const forgotten = await stream("admin", { lastId: old.events()[0]?.id ?? "" });
  const unknown = await stream("admin", { lastId: "99999.0123abcd" });
  const nonsense = await stream("admin", { lastId: "nonsense" });
  const current = await stream("admin", { lastId: first.lastId() ?? "" });
  await make("/api/author", { title: "three" });
  await Promise.all([forgotten.have(2), unknown.have(2), nonsense.have(2), current.have(1)]);

  const reset = ["reset", "published author 1"];
  expect([forgotten.lines(), unknown.lines(), nonsense.lines(), current.lines()]).toEqual([reset, reset, reset, reset.slice(1)]);
  expect(await site.database.run({ text: "select version from cms.stream_events" })).toEqual([{ version: 1 }]);
});

test("a heartbeat moves the id on, so that a quiet stream is not forgotten", async () => {
  const reader = await stream("visitor", { query: "?entities=author" });
  const [opened] = reader.messages;
  await make("/api/secret", { title: "one" });
  await eventually(async () => {
    beat();
    return reader.lastId() !== opened?.id;
  });

  expect(opened).toEqual({ comment: "open", id: expect.any(String) });
  expect(reader.messages.at(-1)).toEqual({ comment: "heartbeat", id: expect.any(String) });
  expect(reader.events()).toEqual([]);
});

test("what commits first is told first, whatever was written first; what is rolled back is not told", async () => {
  const reader = await stream("admin", { query: "?entities=author" });
  const [first, second] = [await make("/api/author", { title: "one" }), await make("/api/author", { title: "two" })];
  await reader.have(2);
  const touch = { text: "update content.author set version = version + 1 where id = $1" };
  await site.database.transaction(async () => {
    await site.database.run(touch, [first]);
    await admin.put(`/api/author/${second}`, { title: "three" });
    await reader.have(3);
  });
  await site.database
    .transaction(async () => {
      await site.database.run(touch, [first]);
      throw new Error("rolled back");
    })
    .catch(() => undefined);
  await make("/api/author", { title: "last" });
  await reader.have(5);
  const again = await stream("admin", { query: "?entities=author", lastId: reader.events()[2]?.id ?? "" });
  await again.have(2);

  expect(
    reader
      .events()
      .map(({ data }) => data.id)
      .slice(0, 4),
  ).toEqual([first, second, second, first]);
  expect(reader.lines().slice(2)).toEqual(["updated author 2", "updated author 2", "published author 1"]);
  expect(again.events()).toEqual(reader.events().slice(3));
});

test("several content services tell all changes, and know each other's ids", async () => {
  const definition = { entities: [{ name: "author", fields: [title] }], roles: [{ name: "admin", isAdmin: true as const }] };
  const other = await startService(definition);
  const beside = await startService(definition, { on: other.postgres });
  const readerOf = (service: TestService, lastId = "") =>
    openEventStream(`http://127.0.0.1:${service.port}/api/_events`, { "x-cms-identity": service.token("admin"), "last-event-id": lastId });
  const [first, second] = await Promise.all([readerOf(other), readerOf(beside)]);
  for (const service of [other, beside, other]) await service.as("admin", other.adminId).post("/api/author", { title: "one" });
  await Promise.all([first.have(3), second.have(3)]);
  const resumed = await readerOf(beside, first.events()[0]?.id ?? "");
  await resumed.have(2);

  const told = (reader: EventStream) => reader.events().map(({ data }) => data.id);
  expect(told(second)).toEqual(told(first));
  expect(told(resumed)).toEqual(told(first).slice(1));
  await Promise.all([first, second, resumed].map((reader) => reader.close()));
  await beside.stop();
  await other.stop();
});

test("streams end when the process stops, and new ones end at once", async () => {
  const second = await startService({ entities: [{ name: "article", fields: [title] }], roles: [{ name: "admin", isAdmin: true }] });
  const url = `http://127.0.0.1:${second.port}/api/_events`;
  const reader = await openEventStream(url, { "x-cms-identity": second.token("admin") });
  second.content.streams.stop();
  await reader.ended;
  const late = await openEventStream(url, { "x-cms-identity": second.token("admin") });
  await late.ended;
  await second.stop();

  expect([reader.isOpen(), late.isOpen(), late.status]).toEqual([false, false, 200]);
});

test("with `events: false` nothing is written, and there is no stream", async () => {
  const roles = [{ name: "admin", isAdmin: true as const }];
  const second = await startService({ events: false, entities: [{ name: "article", fields: [title] }], roles });
  await second.as("admin").post("/api/article", { title: "one" });
  const refused = await openEventStream(`http://127.0.0.1:${second.port}/api/_events`, { "x-cms-identity": second.token("admin") });
  const triggers = await second.database.run({ text: "select tgname from pg_trigger where tgname ~ '^event'" });
  await second.stop();

  expect([refused.status, triggers]).toEqual([404, []]);
});

test("the gateway is told which streams have the same events: those of a role, unless a row filter is about the caller", async () => {
  const audienceOf = async (role: string, userId = newId(), query = ""): Promise<string | null> => {
    const headers = { "x-cms-identity": site.token(role, userId) };
    const answer = await fetch(`http://127.0.0.1:${site.port}/api/_events${query}`, { method: "HEAD", headers });
    return answer.headers.get("x-cms-audience");
  };
  const userId = newId();
  const [admins, editors] = [
    [await audienceOf("admin"), await audienceOf("admin")],
    [await audienceOf("editor"), await audienceOf("editor")],
  ];

  expect(new Set(admins).size).toBe(1);
  expect(new Set(editors).size).toBe(2);
  expect(await audienceOf("editor", userId)).toBe(await audienceOf("editor", userId));
  expect(await audienceOf("editor", userId, "?entities=article")).toBe(await audienceOf("editor", newId(), "?entities=article"));
  expect(await audienceOf("editor", userId, "?entities=article")).not.toBe(await audienceOf("admin", userId, "?entities=article"));
});
