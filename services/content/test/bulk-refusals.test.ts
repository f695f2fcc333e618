import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@colophon/database";
import { bulk, createDesk, desk, fields } from "./support/desk.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;
let editor: Client;
let make: ReturnType<typeof createDesk>["make"];
let stories: ReturnType<typeof createDesk>["stories"];
let titles: ReturnType<typeof createDesk>["titles"];

beforeAll(async () => {
  service = await startService(desk);
  admin = service.as("admin");
  editor = service.as("editor");
  ({ make, stories, titles } = createDesk(service));
});
afterAll(() => service?.stop());

test("one refused record leaves all unchanged, and every refused one is reported with its index", async () => {
  const ids = await stories({ code: "a" }, { owner: "them" }, {}, { owner: "them" });

  const answer = await bulk(editor, "update", ids, { data: { title: "New" } });
  const bad = await bulk(editor, "update", ids.slice(0, 1), { data: { title: "x".repeat(21), wrong: 1 } });

  expect([answer.status, fields(answer)]).toEqual([403, ["ids[1]", "ids[3]"]]);
  expect([bad.status, fields(bad).toSorted()]).toEqual([400, ["ids[0].title", "ids[0].wrong"]]);
  expect(await titles(ids)).toEqual(["Old", "Old", "Old", "Old"]);
});

test("the earliest failing stage gives the status: 400, then 404, then 403, then 409", async () => {
  const [mine = "", theirs = "", draft = "", taken = ""] = await stories({}, { owner: "them" }, {}, { code: "taken" });
  await admin.put(`/api/story/${draft}?draft=true`, { title: null });
  const stale = (await stories({}))[0] ?? "";
  await admin.put(`/api/story/${stale}?draft=true`, { title: "Draft" });
  await admin.put(`/api/story/${stale}`, { title: "Newer" });
  const missing = newId();

  const answers = [
    await bulk(editor, "publish", [stale, mine]),
    await bulk(editor, "publish", [stale, theirs, mine]),
    await bulk(editor, "publish", [stale, theirs, missing]),
    await bulk(editor, "publish", [stale, theirs, missing, draft]),
    await bulk(editor, "update", [mine, taken], { data: { code: "new" } }),
  ];

  expect(answers.map((answer) => [answer.status, fields(answer)])).toEqual([
    [409, ["ids[0]"]],
    [403, ["ids[0]", "ids[1]"]],
    [404, ["ids[0]", "ids[1]", "ids[2]"]],
    [400, ["ids[0]", "ids[1]", "ids[2]", "ids[3].title"]],
    [409, [mine < taken ? "ids[1].code" : "ids[0].code"]],
  ]);
  expect((await bulk(editor, "publish", [stale, mine], { force: true })).status).toBe(200);
});

test("a field that the role may not write is 403 before records are checked; one that it can't read is like an unknown one", async () => {
  const [id = ""] = await stories({});

  const answers = [
    await bulk(editor, "update", [id, newId()], { data: { secret: "x" } }),
    await bulk(editor, "update", [id], { data: { unseen: "x" } }),
    await bulk(editor, "update", [id], { data: { nothing: "x" } }),
  ];

  expect(answers.map((answer) => [answer.status, fields(answer)])).toEqual([
    [403, ["ids[0].secret", "ids[1].secret"]],
    [400, ["ids[0].unseen"]],
    [400, ["ids[0].nothing"]],
  ]);
  expect(answers[1]?.text.replaceAll("unseen", "nothing")).toBe(answers[2]?.text);
});

test("an id that the caller can't read is refused exactly like one that doesn't exist, also together with other refusals", async () => {
  const [mine = "", hidden = "", theirs = ""] = await stories({}, { owner: "nobody" }, { owner: "them" });
  const missing = newId();

  for (const [action, more] of [
    ["update", { data: { title: "New" } }],
    ["update", { data: { title: 5 } }],
    ["publish", {}],
    ["unpublish", {}],
    ["delete", {}],
  ] as const)
    for (const beside of [[], [theirs], [mine, theirs]]) {
      const [first, second] = [
        await bulk(editor, action, [...beside, hidden], more),
        await bulk(editor, action, [...beside, missing], more),
      ];

      expect([first.status, first.text]).toEqual([second.status, second.text]);
      expect(first.status).toBe("data" in more && more.data.title === 5 ? 400 : 404);
    }
});

test.each(["admin", "editor", "blind", "writer", "reader"])("%s may do the same with many records as with single ones", async (role) => {
  const client = service.as(role);
  const kinds: readonly (readonly [string, () => Promise<string>])[] = [
    ...["me", "us", "them", "nobody"].map((owner) => [owner, async () => (await stories({ owner }))[0] ?? ""] as const),
    ["draft", async () => (await admin.post("/api/story?draft=true", { title: "Draft", owner: "me" })).json.data.id],
    ["missing", async () => newId()],
  ];
  const single: Readonly<Record<string, (id: string) => ReturnType<Client["post"]>>> = {
    update: (id) => client.put(`/api/story/${id}`, { title: "New" }),
    publish: (id) => client.post(`/api/story/${id}/publish`),
    unpublish: (id) => client.post(`/api/story/${id}/unpublish`),
    delete: (id) => client.delete(`/api/story/${id}`),
  };

  for (const [action, send] of Object.entries(single))
    for (const [kind, makeOne] of kinds) {
      const [alone, among] = [await makeOne(), await makeOne()];
      const reply = await send(alone);
      const many = await bulk(client, action, [among], action === "update" ? { data: { title: "New" } } : {});

      expect([action, kind, many.status, many.json.error?.code]).toEqual([action, kind, reply.status, reply.json.error?.code]);
    }
});

test("the operation's permission is checked before the content type, and this before the body", async () => {
  const reader = service.as("reader");
  const writer = service.as("writer");

  const answers = [
    await reader.send("POST", "/api/story/bulk", { body: "nonsense", headers: { "content-type": "text/plain" } }),
    await writer.post("/api/story/bulk", { action: "update", ids: 5 }),
    await writer.send("POST", "/api/story/bulk", { body: "nonsense", headers: { "content-type": "text/plain" } }),
    await writer.post("/api/story/bulk", { action: "delete", ids: 5 }),
    await admin.post("/api/theme/bulk", {}),
    await admin.post("/api/nothing/bulk", {}),
    await admin.put("/api/story/bulk", {}),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 415, 400, 404, 404, 405]);
  expect(answers.at(-1)?.headers.get("allow")).toBe("POST");
});

test.each([
  ["no action", { ids: [] }, ["action"]],
  ["an unknown action", { action: "explode", ids: [] }, ["action"]],
  ["no ids", { action: "delete" }, ["ids"]],
  ["an empty list", { action: "delete", ids: [] }, ["ids"]],
  ["201 ids", { action: "delete", ids: Array.from({ length: 201 }, () => newId()) }, ["ids"]],
  ["an id that is none", { action: "delete", ids: [newId(), "nonsense", 5] }, ["ids[1]", "ids[2]"]],
  ["an update without data", { action: "update", ids: [newId()] }, ["data"]],
  ["data that is no object", { action: "update", ids: [newId()], data: [1] }, ["data"]],
  ["data for another action", { action: "delete", ids: [newId()], data: {} }, ["data"]],
  ["force for another action", { action: "unpublish", ids: [newId()], force: true }, ["force"]],
  ["an unknown key", { action: "delete", ids: [newId()], hard: true }, ["hard"]],
])("400 for %s", async (_name, body, expected) => {
  const answer = await admin.post("/api/story/bulk", body);

  expect([answer.status, fields(answer)]).toEqual([400, expected]);
});

test("a repeated id is 400, also in upper case; so is draft=true, except for updates of entities with drafts", async () => {
  const [id = ""] = await stories({});

  const twice = await bulk(admin, "delete", [id, id.toUpperCase()]);
  const wrong = [
    await bulk(admin, "publish", [id], {}, "?draft=true"),
    await admin.post("/api/note/bulk?draft=true", { action: "update", ids: [id], data: {} }),
    await admin.post("/api/note/bulk", { action: "publish", ids: [id] }),
  ];

  expect([twice.status, fields(twice)]).toEqual([400, ["ids[1]"]]);
  expect(wrong.map((answer) => [answer.status, fields(answer)])).toEqual([
    [400, ["draft"]],
    [400, ["draft"]],
    [400, ["action"]],
  ]);
  expect((await bulk(admin, "delete", [id.toUpperCase()])).json).toEqual({ data: { ids: [id] } });
});

test("records that a required relation refers to are refused individually, and none is deleted", async () => {
  const [held = "", free = ""] = await stories({}, {});
  await make("note", { title: "n", about: held });

  const answer = await bulk(admin, "delete", [free, held]);

  expect([answer.status, fields(answer)]).toEqual([409, ["ids[1]"]]);
  expect(await titles([free])).toEqual(["Old"]);
});
