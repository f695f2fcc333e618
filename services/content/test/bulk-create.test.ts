import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { desk, fields } from "./support/desk.ts";
import { current } from "./support/hooked-site.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startService(desk);
  admin = service.as("admin");
});
afterAll(() => service?.stop());
beforeEach(() => {
  current.hooks = {};
});

const create = (client: Client, entity: string, data: unknown, search = "", headers?: Record<string, string>) =>
  client.post(`/api/${entity}/bulk${search}`, { action: "create", data }, headers);
const titlesOf = async (ids: readonly string[], search = "") => {
  const { data } = (await admin.get(`/api/story?filter[id][$in]=${ids.join(",")}${search}`)).json;
  return ids.map((id) => data.find((record: { readonly id: string }) => record.id === id)?.title);
};
const total = async () => (await admin.get("/api/story?draft=true&count=exact&limit=0")).json.meta.total as number;

test("many records are created in one request, which returns their ids in its order", async () => {
  const answer = await create(admin, "story", [{ title: "one" }, { title: "two", code: "b" }, { title: "three" }]);
  const { ids } = answer.json.data;

  expect([answer.status, answer.headers.get("location")]).toEqual([201, null]);
  expect(await titlesOf(ids)).toEqual(["one", "two", "three"]);
});

test("with draft=true they are drafts, which need no required field", async () => {
  const answer = await create(admin, "story", [{ title: "one" }, {}], "?draft=true");
  const { ids } = answer.json.data;

  expect([answer.status, await titlesOf(ids), await titlesOf(ids, "&draft=true")]).toEqual([201, [undefined, undefined], ["one", null]]);
});

test("one refused record prevents all, and every refused one is reported with its place in data", async () => {
  const before = await total();

  const wrong = await create(admin, "story", [{ title: "one" }, { title: "x".repeat(21), other: 1 }, {}]);
  const taken = await create(admin, "story", [
    { title: "one", code: "same" },
    { title: "two", code: "same" },
  ]);

  expect([wrong.status, fields(wrong)]).toEqual([400, ["data[1].other", "data[1].title", "data[2].title"]]);
  expect([taken.status, fields(taken)]).toEqual([409, ["data[1].code"]]);
  expect(await total()).toBe(before);
});

test("all references to what doesn't exist are reported together, of each record", async () => {
  const [there] = (await create(admin, "story", [{ title: "there" }])).json.data.ids;
  const [lost, gone] = ["01890a5d-ac96-774b-bcce-b302099a8057", "01890a5d-ac96-774b-bcce-b302099a8058"];

  const answer = await create(admin, "note", [
    { title: "a", about: lost, source: gone },
    { title: "b", about: there, source: there },
    { title: "c", about: there, source: gone },
    { title: "d", about: gone, source: gone },
  ]);

  expect(answer.status).toBe(400);
  expect(fields(answer).toSorted()).toEqual(["data[0].about", "data[0].source", "data[2].source", "data[3].about", "data[3].source"]);
});

test("an empty list, more than 200 records, and what is no record are 400; ids are unknown here", async () => {
  const answers = [
    await create(admin, "story", []),
    await create(
      admin,
      "story",
      Array.from({ length: 201 }, () => ({ title: "x" })),
    ),
    await create(admin, "story", [{ title: "one" }, 7]),
    await create(admin, "story", { title: "one" }),
    await admin.post("/api/story/bulk", { action: "create", data: [{ title: "one" }], ids: [] }),
  ];

  expect(answers.map((answer) => [answer.status, fields(answer)])).toEqual([
    [400, ["data"]],
    [400, ["data"]],
    [400, ["data[1]"]],
    [400, ["data"]],
    [400, ["ids"]],
  ]);
});

test("it needs the permission to create; assets and globals are not created by it", async () => {
  const statuses = [
    await create(service.as("reader"), "story", [{ title: "one" }]),
    await create(service.as("writer"), "story", [{ title: "one" }]),
    await create(admin, "_file", [{ alt: "one" }]),
    await create(admin, "theme", [{ color: "red" }]),
  ].map(({ status }) => status);

  expect(statuses).toEqual([403, 201, 400, 404]);
});

test("hooks run for each record, and a refusal of one rolls back what the others wrote", async () => {
  const seen: unknown[] = [];
  current.hooks = {
    beforeCreate: ({ data }) => ({ ...data, title: `${String(data?.["title"])}!` }),
    afterCreate: ({ record }) => void seen.push(record?.["title"]),
  };

  const done = await create(admin, "note", [{ title: "a" }, { title: "b" }]);
  const stored = (await admin.get(`/api/note?sort=title&fields=title&filter[id][$in]=${done.json.data.ids.join(",")}`)).json.data;

  expect([done.status, stored.map(({ title }: { readonly title: string }) => title), seen.toSorted()]).toEqual([
    201,
    ["a!", "b!"],
    ["a!", "b!"],
  ]);
});

test("a repeated request with the same Idempotency-Key creates nothing more", async () => {
  const key = { "idempotency-key": "bulk-create" };
  const member = service.as("admin", service.adminId);

  const first = await create(member, "story", [{ title: "once" }], "", key);
  const count = await total();
  const second = await create(member, "story", [{ title: "once" }], "", key);

  expect([second.status, second.json, await total()]).toEqual([201, first.json, count]);
});
