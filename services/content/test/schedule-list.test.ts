import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { newId } from "@colophon/database";
import { startService, type Client, type TestService } from "./support/service.ts";

const open = { filter: { state: "open" } };
const site: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    {
      name: "note",
      versions: true,
      trash: true,
      fields: [
        { name: "title", type: "text" },
        { name: "state", type: "text" },
      ],
      admin: { summary: { title: "title" } },
    },
    { name: "page", versions: true, fields: [{ name: "name", type: "text" }] },
    {
      name: "front",
      global: true,
      versions: true,
      fields: [{ name: "headline", type: "text" }],
      admin: { summary: { title: "headline" } },
    },
    { name: "plain", fields: [{ name: "name", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "reader", permissions: { note: { read: true }, page: { read: true } } },
    { name: "drafter", permissions: { note: { read: { drafts: true } } } },
    { name: "narrow", permissions: { note: { read: open, update: open } } },
    { name: "cut", permissions: { note: { read: { fields: { exclude: ["title"] } }, update: true }, _user: { read: true } } },
    { name: "public", public: true, permissions: { note: { read: { drafts: true } } } },
  ],
};

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin", service.adminId);
});
afterAll(() => service?.stop());

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Math.ceil(Date.now() / DAY) * DAY + days * DAY).toISOString();
async function made(entity: string, body: object, times: object): Promise<string> {
  const { id } = (await admin.post(`/api/${entity}?draft=true`, body)).json.data;
  expect((await admin.post(`/api/${entity}/${id}/schedule`, times)).status).toBe(200);
  return id;
}
interface Shown {
  readonly id: string;
  readonly title: string | null;
}
/** The titles that a role sees, in their order. The counts and pages must agree. */
async function shownTo(client: Client): Promise<readonly (string | null)[]> {
  const { data, meta } = (await client.get("/api/_schedules")).json;
  expect(meta).toEqual({ total: data.length, limit: 25, offset: 0 });
  const paged: Shown[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: { data: Shown[]; meta: { total?: number; nextCursor: string | null } } = (
      await client.get(`/api/_schedules?limit=1&count=false&cursor=${cursor}`)
    ).json;
    expect(page.meta.total).toBeUndefined();
    paged.push(...page.data);
    cursor = page.meta.nextCursor;
  }
  expect(paged).toEqual(data);
  return data.map(({ title }: Shown) => title);
}

test("the schedules of all entities are listed by the earlier of their times, with the same content as on the records' own routes", async () => {
  const [later, soon, both] = [
    await made("note", { title: "Later", state: "open" }, { publishAt: inDays(3) }),
    await made("page", { name: "Soon" }, { publishAt: inDays(1) }),
    await made("note", { title: "Both", state: "closed" }, { publishAt: inDays(2), unpublishAt: inDays(9) }),
  ];
  await admin.put("/api/front", { headline: "Front" });
  await admin.post("/api/front/schedule", { unpublishAt: inDays(4) });
  await made("page", { name: "Same time" }, { publishAt: inDays(3) });

  const { data } = (await admin.get("/api/_schedules")).json;

  const whole = { unpublishAt: null, by: service.adminId, failed: null };
  expect(data).toEqual([
    { ...whole, entity: "page", id: soon, title: null, publishAt: inDays(1) },
    { ...whole, entity: "note", id: both, title: "Both", publishAt: inDays(2), unpublishAt: inDays(9) },
    { ...whole, entity: "note", id: later, title: "Later", publishAt: inDays(3) },
    expect.objectContaining({ entity: "page", publishAt: inDays(3) }),
    expect.objectContaining({ entity: "front", title: "Front", publishAt: null, unpublishAt: inDays(4) }),
  ]);
  expect(await shownTo(admin)).toEqual([null, "Both", "Later", null, "Front"]);
  const { title: _, entity: __, ...own } = data[1];
  expect((await admin.get(`/api/note/${both}/schedule`)).json.data).toEqual(own);
});

test("only records whose drafts the caller may read are listed and counted", async () => {
  expect(await shownTo(service.as("reader"))).toEqual([]);
  expect(await shownTo(service.as("drafter"))).toEqual(["Both", "Later"]);
  expect(await shownTo(service.as("narrow"))).toEqual(["Later"]);
  expect(await shownTo(service.asKey("narrow"))).toEqual(["Later"]);
});

test("a record whose draft is outside the row filter isn't listed, nor one in the trash", async () => {
  const closing = await made("note", { title: "Closing", state: "open" }, { publishAt: inDays(5) });
  const narrow = service.as("narrow");
  expect(await shownTo(narrow)).toEqual(["Later", "Closing"]);

  await admin.put(`/api/note/${closing}?draft=true`, { state: "closed" });
  expect(await shownTo(narrow)).toEqual(["Later"]);
  expect(await shownTo(admin)).toHaveLength(6);
  await admin.delete(`/api/note/${closing}`);
  expect(await shownTo(admin)).toHaveLength(5);
});

test("titles and authors are visible only to callers who may read them", async () => {
  const byOf = async (client: Client) => (await client.get("/api/_schedules")).json.data.map(({ by }: { by: string | null }) => by);

  expect(await shownTo(service.as("cut"))).toEqual([null, null]);
  expect(await byOf(service.as("cut"))).toEqual([service.adminId, service.adminId]);
  expect(await byOf(service.as("drafter"))).toEqual([null, null]);
});

test("the authors of a record's versions and schedule are visible only to callers who may read them", async () => {
  const { id } = (await admin.post("/api/note", { title: "Whose", state: "open" })).json.data;
  await admin.post(`/api/note/${id}/schedule`, { unpublishAt: inDays(900) });
  const authors = async (client: Client) => {
    const { data: versions } = (await client.get(`/api/note/${id}/versions`)).json;
    const version = (await client.get(`/api/note/${id}/versions/${versions[0].id}`)).json.data;
    const schedule = (await client.get(`/api/note/${id}/schedule`)).json.data;
    return [versions[0].createdBy, version.createdBy, schedule.by];
  };

  const seen = [await authors(admin), await authors(service.as("cut")), await authors(service.as("narrow"))];
  await admin.delete(`/api/note/${id}/schedule`);

  const all = Array(3).fill(service.adminId);
  expect(seen).toEqual([all, all, [null, null, null]]);
});

test("the list contains the draft's title, and the reason of a failure", async () => {
  const { id } = (await admin.post("/api/note", { title: "Live title", state: "open" })).json.data;
  await admin.put(`/api/note/${id}?draft=true`, { title: "New title" });
  await admin.post(`/api/note/${id}/schedule`, { publishAt: inDays(1) });
  await service.database.run({ text: "update cms.schedules set failed_at = publish_at, failed_code = 'FORBIDDEN' where record_id = $1" }, [
    id,
  ]);

  const { data } = (await service.as("drafter").get("/api/_schedules?limit=1")).json;

  expect(data).toEqual([expect.objectContaining({ id, title: "New title", failed: { at: inDays(1), code: "FORBIDDEN" } })]);
});

test("visitors without credentials, other parameters and cursors of other lists are refused", async () => {
  expect((await service.anonymous().get("/api/_schedules")).status).toBe(401);
  for (const query of ["?sort=publishAt", "?filter[entity]=note", `?cursor=${newId()}`, "?limit=-1"]) {
    expect((await admin.get(`/api/_schedules${query}`)).status).toBe(400);
  }
  expect((await admin.post("/api/_schedules", {})).status).toBe(405);
});
