import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { HookError } from "@colophon/config";
import { bulk, createDesk, desk } from "./support/desk.ts";
import { createDirect } from "./support/direct.ts";
import { current } from "./support/hooked-site.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;
let make: ReturnType<typeof createDesk>["make"];
let stories: ReturnType<typeof createDesk>["stories"];
let titles: ReturnType<typeof createDesk>["titles"];

beforeAll(async () => {
  service = await startService(desk);
  admin = service.as("admin");
  ({ make, stories, titles } = createDesk(service));
});
afterAll(() => service?.stop());
beforeEach(() => {
  current.hooks = {};
});

test("update, publish, unpublish and delete accept many records in one request and return their ids in its order", async () => {
  const ids = (await stories({}, {}, {})).toReversed();
  const states: unknown[] = [];
  const see = async (answer: { status: number; json: unknown }) => {
    const { data } = (await admin.get(`/api/story?draft=true&filter[id][$in]=${ids.join(",")}`)).json;
    states.push([answer.status, answer.json, data.map((item: { title: string; _status: string }) => [item.title, item._status])]);
  };

  await see(await bulk(admin, "update", ids, { data: { title: "New" } }));
  await see(await bulk(admin, "update", ids, { data: { title: "Next" } }, "?draft=true"));
  await see(await bulk(admin, "publish", ids));
  await see(await bulk(admin, "unpublish", ids));
  await see(await bulk(admin, "delete", ids));

  const three = (title: string, status: string) => [200, { data: { ids } }, Array.from({ length: 3 }, () => [title, status])];
  expect(states).toEqual([
    three("New", "published"),
    three("Next", "modified"),
    three("Next", "published"),
    three("Next", "draft"),
    [200, { data: { ids } }, []],
  ]);
});

test("each record gets one more version, like after a single write", async () => {
  const ids = await stories({}, {});

  await bulk(admin, "update", ids, { data: { title: "New" } });

  for (const id of ids) expect((await admin.get(`/api/story/${id}/versions`)).json.meta.total).toBe(2);
});

test("hooks run for each record like for a single write: before-hooks inside the transaction, after-hooks after the commit", async () => {
  const ids = await Promise.all(["1", "2", "3"].map((title) => make("note", { title })));
  const seen: unknown[] = [];
  current.hooks = {
    beforeUpdate: ({ data, existing }) => ({ ...data, title: `${String(existing?.["title"])}!` }),
    afterUpdate: async ({ id, record }) => void seen.push([id, record?.["title"], (await admin.get(`/api/note/${id}`)).json.data.title]),
  };

  const done = await admin.post("/api/note/bulk", { action: "update", ids, data: {} });
  const after = seen.splice(0);
  current.hooks.beforeUpdate = ({ existing }) => {
    if (existing?.["title"] === "2!") throw new HookError("not this one", { field: "title" });
  };
  const refused = await admin.post("/api/note/bulk", { action: "update", ids, data: { title: "x" } });

  expect(done.status).toBe(200);
  expect(after).toEqual(["1!", "2!", "3!"].map((title, index) => [ids[index], title, title]).toSorted());
  expect([refused.status, refused.json.error.details]).toEqual([400, [{ field: "ids[1].title", message: "not this one" }]]);
  expect(seen).toEqual([]);
});

test("other writes of a hook are rolled back if any record is refused", async () => {
  const ids = await Promise.all(["a", "b"].map((title) => make("note", { title })));
  current.hooks = {
    beforeDelete: async ({ id, db }) => {
      await db.entity("story", { as: "system" }).create({ title: "beside", code: id });
      if (id === ids.toSorted()[1]) throw new HookError("no");
    },
  };

  const refused = await admin.post("/api/note/bulk", { action: "delete", ids });
  const left = (await admin.get(`/api/story?limit=0&filter[code][$in]=${ids.join(",")}`)).json.meta.total;

  expect([refused.status, left]).toEqual([400, 0]);
  expect((await admin.get(`/api/note/${ids[0]}`)).status).toBe(200);
});

test("rows are locked in the order of their ids: requests with opposite orders cause no deadlock", async () => {
  const ids = await stories(...Array.from({ length: 12 }, () => ({})));
  const deadlocks = async () =>
    (
      await service.database.one<{ n: number }>({
        text: "select deadlocks::int as n from pg_stat_database where datname = current_database()",
      })
    )?.n;
  const before = await deadlocks();

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => bulk(admin, "update", n % 2 === 0 ? ids : ids.toReversed(), { data: { title: `New ${n}` } })),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(new Set(await titles(ids)).size).toBe(1);
  expect(await deadlocks()).toBe(before);
});

test("with an Idempotency-Key, the action runs once, and the answer is repeated", async () => {
  const [id = ""] = await stories({});
  const send = (title: string) =>
    admin.post("/api/story/bulk", { action: "update", ids: [id], data: { title } }, { "idempotency-key": "bulk-once" });

  const [first, again, other] = [await send("Once"), await send("Once"), await send("Twice")];

  expect([first.status, again.status, other.status]).toEqual([200, 200, 400]);
  expect(again.json).toEqual(first.json);
  expect((await admin.get(`/api/story/${id}/versions`)).json.meta.total).toBe(2);
});

test("users: a key may not delete them or change their roles, an old sign-in must be confirmed, and the last admin can't be removed", async () => {
  const ids = await Promise.all(["a", "b"].map((name) => make("_user", { email: `${name}@example.com`, role: "reader" })));
  const send = (client: Client, body: object) => client.post("/api/_user/bulk", { ids, ...body });
  const [key, old] = [service.asKey("admin"), service.asUnconfirmed("admin")];

  const answers = [
    await send(key, { action: "delete" }),
    await send(key, { action: "update", data: { role: "editor" } }),
    await send(key, { action: "update", data: { name: "Renamed" } }),
    await send(old, { action: "delete" }),
    await send(old, { action: "update", data: { role: "editor" } }),
    await send(admin, { action: "update", data: { role: "editor" } }),
    await send(admin, { action: "delete", ids: [...ids, service.adminId] }),
  ];

  expect(answers.map(({ status, json }) => [status, json.error?.code])).toEqual([
    [403, "FORBIDDEN"],
    [403, "FORBIDDEN"],
    [200, undefined],
    [403, "CONFIRMATION_REQUIRED"],
    [403, "CONFIRMATION_REQUIRED"],
    [200, undefined],
    [409, "CONFLICT"],
  ]);
  expect(answers[0]?.headers.get("cache-control")).toBe("no-store");
  expect((await admin.get(`/api/_user?limit=0&filter[id][$in]=${ids.join(",")}`)).json.meta.total).toBe(2);
});

test("200 records are changed by one request", async () => {
  const ids = await Promise.all(Array.from({ length: 200 }, (_, n) => make("note", { title: `n ${n}` })));

  const answer = await createDirect(service, "admin", "note").bulk({ action: "update", ids, data: { title: "all" } });

  expect(answer).toEqual({ status: 200, data: { ids } });
  expect((await admin.get("/api/note?limit=0&filter[title]=all")).json.meta.total).toBe(200);
});
