import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const fields: EntityDefinition["fields"] = [
  { name: "title", type: "text" },
  { name: "state", type: "select", options: ["open", "closed"] },
  { name: "owner", type: "relation", to: "_user" },
];
const open = { filter: { state: "open" } };
const site: ConfigDefinition = {
  entities: [
    { name: "note", versions: true, fields },
    { name: "plain", fields },
    { name: "read", fields, hooks: { afterRead: ({ record }) => ({ ...record, title: "seen" }) } },
    { name: "notice", global: true, fields },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "desk",
      permissions: {
        note: { read: true, update: open, delete: { filter: { owner: "$CURRENT_USER" } } },
        plain: { read: { fields: { exclude: ["state"] } }, update: open, delete: true },
        read: { read: true, update: open },
        notice: { read: true, update: true, delete: true },
        _user: { read: true },
      },
    },
    { name: "reader", permissions: { note: { read: { drafts: true } }, plain: { read: true } } },
  ],
};

let service: TestService;
let admin: Client;
let desk: Client;

beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
  desk = service.as("desk", service.adminId);
});
afterAll(() => service?.stop());

async function made(entity: string, data: object): Promise<string> {
  return (await admin.post(`/api/${entity}`, data)).json.data.id;
}
const NOTHING = { update: false, delete: false, publish: false };

test("can=true adds the caller's three permissions for the row, on records and on lists", async () => {
  const ids = [await made("note", { state: "open" }), await made("note", { state: "closed", owner: service.adminId })];

  const list = (await desk.get("/api/note?can=true&sort=createdAt&fields=state")).json.data;
  expect(list).toEqual([
    { id: ids[0], state: "open", _can: { update: true, delete: false, publish: true } },
    { id: ids[1], state: "closed", _can: { update: false, delete: true, publish: false } },
  ]);
  for (const record of list) {
    expect((await desk.get(`/api/note/${record.id}?can=true&fields=state`)).json.data).toEqual(record);
    const { update, delete: removal } = record._can;
    expect((await desk.put(`/api/note/${record.id}`, { title: "x" })).status).toBe(update ? 200 : 403);
    expect((await desk.delete(`/api/note/${record.id}`)).status).toBe(removal ? 200 : 403);
  }
  const page = (await service.as("reader").get("/api/note?can=true&cursor=")).json.data;
  expect(page.map(({ _can }: { _can: unknown }) => _can)).toEqual([NOTHING]);
});

test("without can, or with can=false, there is no _can; other values are 400", async () => {
  const id = await made("plain", {});

  for (const query of ["", "?can=false"]) expect((await admin.get(`/api/plain/${id}${query}`)).json.data).not.toHaveProperty("_can");
  const refused = await admin.get("/api/plain?can=yes");
  expect(refused.status).toBe(400);
  expect(refused.json.error.details).toEqual([{ field: "can", message: "must be true or false" }]);
});

test("publish is false without versions, and a global can't be deleted", async () => {
  const id = await made("plain", {});

  expect((await admin.get(`/api/plain/${id}?can=true`)).json.data._can).toEqual({ update: true, delete: true, publish: false });
  expect((await desk.get("/api/notice?can=true")).json.data._can).toEqual({ update: true, delete: false, publish: false });
});

test("a row filter with a field that the caller can't read is applied too", async () => {
  const id = await made("plain", { state: "closed" });

  const { data } = (await desk.get(`/api/plain/${id}?can=true`)).json;
  expect(data).not.toHaveProperty("state");
  expect(data._can).toEqual({ update: false, delete: true, publish: false });
});

test.each([
  ["a draft outside the rule", { state: "open" }, { state: "closed" }],
  ["a live row outside the rule", { state: "closed" }, { state: "open" }],
])("with %s, the draft may be neither changed nor published, nor deleted with the record", async (_, live, draft) => {
  const id = await made("note", { ...live, owner: service.adminId });
  await admin.put(`/api/note/${id}?draft=true`, { ...draft, owner: null });
  const updates = live.state === "open";

  expect((await desk.get(`/api/note/${id}?can=true`)).json.data._can).toEqual({ update: updates, delete: false, publish: false });
  expect((await desk.delete(`/api/note/${id}`)).status).toBe(403);
  const asEditor = (await service.as("reader").get(`/api/note/${id}?can=true&draft=true`)).json.data;
  expect(asEditor._can).toEqual(NOTHING);
  const lists = (await admin.get(`/api/note?can=true&draft=true&filter[id]=${id}`)).json.data;
  expect(lists[0]._can).toEqual({ update: true, delete: true, publish: true });
  expect((await desk.post(`/api/note/${id}/publish`)).status).toBe(403);
});

test("in a draft read, update and publish require both rows inside the filter", async () => {
  const id = await made("note", { state: "open" });
  await admin.put(`/api/note/${id}?draft=true`, { title: "b" });

  for (const path of [`/api/note/${id}?draft=true&can=true`, `/api/note?draft=true&can=true&filter[id]=${id}`]) {
    const { data } = (await desk.get(path)).json;
    expect([data].flat()[0]._can).toEqual({ update: true, delete: false, publish: true });
  }
});

test("only sessions of admins may delete users: for a key of that role, the permission is false", async () => {
  const canOf = async (client: Client) => (await client.get(`/api/_user/${service.adminId}?can=true`)).json.data._can;

  expect(await canOf(admin)).toEqual({ update: true, delete: true, publish: false });
  expect(await canOf(service.asKey("admin"))).toEqual({ update: true, delete: false, publish: false });
  expect(await canOf(desk)).toEqual(NOTHING);
});

test("afterRead hooks get _can, and fields= doesn't remove it", async () => {
  const id = await made("read", { state: "open" });

  const { data } = (await desk.get(`/api/read/${id}?can=true&fields=title`)).json;
  expect(data).toEqual({ id, title: "seen", _can: { update: true, delete: false, publish: false } });
});
