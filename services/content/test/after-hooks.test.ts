import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { HookError, type Hook } from "@colophon/config";
import { eventually } from "../../../tests/support/eventually.ts";
import { current, hookedSite } from "./support/hooked-site.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;

beforeAll(async () => {
  service = await startService(hookedSite);
  admin = service.as("admin");
});
afterAll(() => service?.stop());
beforeEach(() => {
  current.hooks = {};
});

const createNote = async (body: object) => (await admin.post("/api/note", body)).json.data;

test("after-hooks run after the commit, and their failures never change the answer", async () => {
  let seenByOthers: number | undefined;
  current.hooks = {
    afterCreate: [
      async ({ id }) => void (seenByOthers = (await admin.get(`/api/note/${id}`)).status),
      () => {
        throw new Error("after all");
      },
    ],
    afterUpdate: () => Promise.reject(new HookError("too late")),
    afterDelete: () => {
      throw "nonsense";
    },
  };

  const failures = () => service.lines.filter((line) => line.includes("an after-hook failed"));
  const haveFailed = (count: number) => eventually(() => failures().length === count, { what: `${count} hooks have failed` });

  const created = await admin.post("/api/note", { title: "x" });
  await haveFailed(1); // the answers wait for a while only
  const updated = await admin.put(`/api/note/${created.json.data.id}`, { title: "y" });
  const deleted = await admin.delete(`/api/note/${created.json.data.id}`);
  await haveFailed(3);

  expect([created.status, updated.status, deleted.status, seenByOthers]).toEqual([201, 200, 200, 200]);
});

test("an after-hook that doesn't end doesn't prevent the answer", async () => {
  current.hooks = { afterCreate: () => new Promise(() => undefined) };

  const answer = await admin.post("/api/note", { title: "x" });

  expect(answer.status).toBe(201);
});

test("afterRead gets the whole record with fields=, and the answer is reduced to these fields afterwards", async () => {
  const seen: unknown[] = [];
  const { id } = await createNote({ title: "plain", owner: "reader", extra: { a: 1 } });
  current.hooks = {
    afterRead: ({ record }) => {
      seen.push(Object.keys(record ?? {}));
      return { ...record, stamp: `${String(record?.["title"])} of ${String(record?.["owner"])}`, more: true };
    },
  };

  const reply = await admin.get(`/api/note/${id}?fields=stamp`);
  const list = await admin.get(`/api/note?filter[id]=${id}&fields=stamp,extra`);
  const unknown = await admin.get(`/api/note/${id}?fields=more`);

  expect(reply.json.data).toEqual({ id, stamp: "plain of reader" });
  expect(list.json.data).toEqual([{ id, stamp: "plain of reader", extra: { a: 1 } }]);
  expect(unknown.status).toBe(400);
  expect(seen).toEqual([expect.arrayContaining(["title", "owner", "extra"]), expect.arrayContaining(["title", "owner", "extra"])]);
});

test("a record with members that afterRead added can be sent back; a member that it doesn't add is refused", async () => {
  const { id } = await createNote({ title: "plain", place: { street: "s" }, stops: [{ street: "t" }] });
  current.hooks = {
    afterRead: ({ record = {} }) => ({
      ...record,
      words: 1,
      place: { ...(record["place"] as object), map: "m" },
      stops: (record["stops"] as object[]).map((stop) => ({ ...stop, map: "m" })),
    }),
  };
  const { data } = (await admin.get(`/api/note/${id}`)).json;

  const saved = await admin.put(`/api/note/${id}`, { ...data, title: "new" });
  const misspelt = await admin.put(`/api/note/${id}`, { ...data, wrods: 1 });
  const wrongInside = await admin.put(`/api/note/${id}`, { ...data, place: { street: "s", mpa: "m" } });
  current.hooks = {};
  const unhooked = await admin.put(`/api/note/${id}`, data);

  expect([saved.status, saved.json.data]).toEqual([
    200,
    { ...data, title: "new", updatedAt: expect.any(String), publishedAt: expect.any(String) },
  ]);
  expect([misspelt, wrongInside].map(({ json }) => json.error.details)).toEqual([
    [{ field: "wrods", message: "is not a known field" }],
    [{ field: "place.mpa", message: "is not a known field" }],
  ]);
  expect(unhooked.status).toBe(400);
});

test("afterRead changes single reads, lists and written records; one that fails changes nothing", async () => {
  const { id } = await createNote({ title: "plain", owner: "reader" });
  current.hooks = { afterRead: ({ record }) => ({ ...record, stamp: "read" }) };
  const reply = await admin.get(`/api/note/${id}`);
  const list = await admin.get("/api/note?filter[owner]=reader");
  const written = await admin.put(`/api/note/${id}`, { title: "still plain" });
  current.hooks = {
    afterRead: ({ record }) => {
      record!["title"] = "half done";
      throw new Error("no");
    },
  };
  const failed = await admin.get(`/api/note/${id}`);

  expect(reply.json.data.stamp).toBe("read");
  expect(list.json.data[0].stamp).toBe("read");
  expect(written.json.data.stamp).toBe("read");
  expect([failed.status, failed.json.data.title, failed.json.data.stamp]).toEqual([200, "still plain", null]);
});

test("afterRead may add a BigInt from SQL; a value that isn't JSON changes nothing", async () => {
  const { id } = await createNote({ title: "counted" });
  const counted: Hook = async ({ record, db }) => ({
    ...record,
    notes: (await db.$queryRaw`select count(*) from content.note where title = 'counted'`)[0].count,
  });
  const circular: Hook = ({ record }) => void (record!["self"] = record);
  current.hooks = { afterRead: counted };
  const reply = await admin.get(`/api/note/${id}`);
  current.hooks = { afterRead: circular };
  const failed = await admin.get(`/api/note/${id}`);

  expect([reply.status, reply.json.data.notes]).toEqual([200, 1]);
  expect([failed.status, failed.json.data.title]).toEqual([200, "counted"]);
});

test("a hook's own writes run no hooks", async () => {
  let runs = 0;
  const ended = Promise.withResolvers<void>();
  current.hooks = {
    afterUpdate: async ({ db, id }) => {
      runs++;
      await db.entity("note").update(id, { stamp: `run ${runs}` });
      ended.resolve();
    },
  };
  const { id } = await createNote({ title: "once" });

  await admin.put(`/api/note/${id}`, { title: "twice" });
  await ended.promise; // the answer waits for a while only

  expect((await admin.get(`/api/note/${id}`)).json.data.stamp).toBe("run 1");
  expect(runs).toBe(1);
});
