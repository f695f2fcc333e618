import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const fields: EntityDefinition["fields"] = [
  { name: "title", type: "text" },
  { name: "state", type: "select", options: ["open", "closed"] },
  { name: "run", type: "text" },
];
const filter = { state: "open" };
const onlyOpen = { create: true, read: { filter }, update: { filter }, delete: { filter } };
const changesOpen = { create: true, read: true, update: { filter }, delete: { filter } };
const site: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    { name: "note", versions: true, translatable: true, fields: [...fields, { name: "twin", type: "relation", to: "note" }] },
    { name: "kept", versions: true, trash: true, fields },
    { name: "notice", global: true, versions: true, fields },
    { name: "shouted", versions: true, fields, hooks: { beforeUpdate: spy, beforePublish: spy, beforeUnpublish: spy } },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "desk", permissions: { note: onlyOpen, kept: onlyOpen, notice: onlyOpen, shouted: onlyOpen } },
    { name: "clerk", permissions: { note: changesOpen, kept: changesOpen, notice: changesOpen, shouted: changesOpen } },
  ],
};

let seen: unknown[] = [];
function spy({ existing }: { existing?: unknown }): void {
  seen.push(existing);
}

let service: TestService;
let admin: Client;

beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

const OPEN = { title: "for everybody", state: "open" };
const CLOSED = { title: "hidden plans", state: "closed" };
const UNTIL = { publishAt: "2031-01-01T00:00:00Z" };

/** A record whose live content is `live` and whose draft is `pending`. */
async function beside(live: object, pending: object, entity = "note"): Promise<string> {
  const { id } = (await admin.post(`/api/${entity}`, live)).json.data;
  await admin.put(`/api/${entity}/${id}?draft=true`, pending);
  return `/api/${entity}/${id}`;
}

/** Every route that uses a pending draft, except lists. */
async function attempts(client: Client, path: string): Promise<Record<string, { status: number; text: string }>> {
  const versions: { id: string }[] = (await admin.get(`${path}/versions`)).json.data;
  const [draft, live] = [versions[0]?.id, versions.at(-1)?.id];
  return {
    save: await client.put(`${path}?draft=true`, { state: "open" }),
    patch: await client.patch(`${path}?draft=true`, { title: "x" }),
    read: await client.get(`${path}?draft=true`),
    history: await client.get(`${path}/versions`),
    version: await client.get(`${path}/versions/${draft}`),
    diff: await client.get(`${path}/versions/${live}?diff=${draft}`),
    restore: await client.post(`${path}/versions/${live}/restore`),
    restoreLive: await client.post(`${path}/versions/${live}/restore?publish=true`),
    publish: await client.post(`${path}/publish?force=true`),
    unpublish: await client.post(`${path}/unpublish`),
    plan: await client.post(`${path}/schedule`, UNTIL),
    planned: await client.get(`${path}/schedule`),
    cancel: await client.delete(`${path}/schedule`),
    discard: await client.delete(`${path}?draft=true`),
  };
}
const statuses = (answers: Record<string, { status: number }>) => new Set(Object.values(answers).map(({ status }) => status));
const texts = (answers: Record<string, { text: string }>) =>
  Object.values(answers)
    .map(({ text }) => text)
    .join("\n");

test.each([
  ["the draft is", OPEN, CLOSED],
  ["the live row is", CLOSED, OPEN],
])("if %s outside the read filter, every draft route is 404 and changes nothing", async (_, live, pending) => {
  const path = await beside(live, pending);
  const desk = service.as("desk");

  const answers = await attempts(desk, path);

  expect(statuses(answers)).toEqual(new Set([404]));
  expect(texts(answers)).not.toContain("hidden plans");
  expect((await admin.get(path)).json.data).toMatchObject(live);
  expect((await admin.get(`${path}?draft=true`)).json.data).toMatchObject(pending);
  expect((await admin.get(`${path}/versions`)).json.meta.total).toBe(2);
});

test.each([
  ["the draft is", OPEN, CLOSED],
  ["the live row is", CLOSED, OPEN],
])("if %s readable but outside the update filter, every draft route is 403 and changes nothing", async (_, live, pending) => {
  const path = await beside(live, pending);

  const answers = await attempts(service.as("clerk"), path);

  expect(statuses(answers)).toEqual(new Set([403]));
  expect(texts(answers)).not.toContain("hidden plans");
  expect((await admin.get(`${path}?draft=true`)).json.data).toMatchObject(pending);
});

describe.each(["note", "kept"])("the deletion of a record takes its draft away, so %s", (entity) => {
  test.each([
    ["desk", 404],
    ["clerk", 403],
  ])("with a draft outside the filters of %s is not deleted: %s", async (role, status) => {
    const path = await beside(OPEN, CLOSED, entity);
    const client = service.as(role);

    const answers = [
      await client.delete(path),
      await client.delete(`${path}?permanent=true`),
      await client.post(`/api/${entity}/bulk`, { action: "delete", ids: [path.split("/").at(-1)] }),
    ];
    const { json } = await service.as("clerk").get(`${path}?can=true`);

    const isForAll = entity === "kept" ? answers : [answers[0], answers[2]]; // `permanent` needs a trash
    expect(new Set(isForAll.map((answer) => answer?.status))).toEqual(new Set([status]));
    expect((await admin.get(`${path}?draft=true`)).json.data).toMatchObject(CLOSED);
    expect(json.data._can.delete).toBe(false);
  });

  test("with a draft inside the filters is deleted", async () => {
    const path = await beside(OPEN, OPEN, entity);

    expect((await service.as("desk").delete(path)).status).toBe(200);
    expect((await admin.get(`${path}?draft=true`)).status).toBe(404);
  });
});

test("inside both filters every draft route works, and a save may not move the record out of them", async () => {
  const path = await beside(OPEN, { title: "still open" });
  const desk = service.as("desk");

  expect((await desk.put(`${path}?draft=true`, { state: "closed" })).status).toBe(403);
  expect(statuses(await attempts(desk, path))).toEqual(new Set([200]));
});

test("draft lists contain only records that are inside the filters both live and with their draft", async () => {
  const run = "list";
  const inside = await beside({ ...OPEN, run }, { title: "still open" });
  await beside({ ...OPEN, run }, CLOSED);
  await beside({ ...CLOSED, run }, OPEN);
  const fresh = (await admin.post("/api/note?draft=true", { ...OPEN, run })).json.data.id;

  for (const role of ["desk", "clerk"]) {
    const list = (await service.as(role).get(`/api/note?draft=true&filter[run]=${run}&sort=id`)).json;
    expect([list.data.map(({ id }: { id: string }) => id), list.meta.total]).toEqual([[inside.split("/").at(-1), fresh], 2]);
  }
  const first = (await service.as("desk").get(`/api/note?draft=true&filter[run]=${run}&cursor=&limit=1`)).json;
  const rest = (await service.as("desk").get(`/api/note?draft=true&filter[run]=${run}&limit=5&cursor=${first.meta.nextCursor}`)).json;
  expect([first.data.length, rest.data.length]).toEqual([1, 1]);
});

test("a translation is created from a record only if its draft is readable too, for roles that may read drafts", async () => {
  const [hidden, open] = [await beside(OPEN, CLOSED), await beside(OPEN, { title: "still open" })];
  const desk = service.as("desk");

  expect((await desk.post(`${hidden}/translate`, { locale: "de" })).status).toBe(404);
  expect((await desk.post(`${open}/translate`, { locale: "de" })).status).toBe(201);
});

test("a global's draft is checked against the filters like a record's", async () => {
  const path = "/api/notice";
  await admin.put(path, OPEN);
  await admin.put(`${path}?draft=true`, CLOSED);

  const reads = await service.as("desk").get(`${path}?draft=true`);
  const [notFound, forbidden] = [await attempts(service.as("desk"), path), await attempts(service.as("clerk"), path)];

  expect([reads.status, reads.json]).toEqual([200, { data: null }]); // a global that can't be read looks like one that was never saved
  expect(statuses({ ...notFound, read: { status: 404 } })).toEqual(new Set([404]));
  expect(statuses(forbidden)).toEqual(new Set([403]));
  expect(texts({ ...notFound, ...forbidden })).not.toContain("hidden plans");
  expect((await admin.get(`${path}?draft=true`)).json.data).toMatchObject(CLOSED);
});

test("hooks never get a draft that the caller may not read", async () => {
  const path = await beside(OPEN, CLOSED, "shouted");
  seen = [];

  const answers = [await attempts(service.as("desk"), path), await attempts(service.as("clerk"), path)];

  expect(answers.map((all) => [...statuses(all)])).toEqual([[404], [403]]);
  expect(seen).toEqual([]);
});

test("a translation group that the caller can't read is answered exactly like an unknown one", async () => {
  const unknown = "0199c0de-0000-7000-8000-000000000000";
  const hidden = (await admin.post("/api/note", CLOSED)).json.data.translationGroup;
  const open = (await admin.post("/api/note", OPEN)).json.data.translationGroup;
  const desk = service.as("desk");
  const attach = (translationGroup: string) => desk.post("/api/note", { ...OPEN, locale: "de", translationGroup });

  const [missing, unseen, known] = [await attach(unknown), await attach(hidden), await attach(open)];

  expect([unseen.status, unseen.json]).toEqual([400, missing.json]);
  expect(unseen.json.error.details).toEqual([{ field: "translationGroup", message: "there is no such record" }]);
  expect(known.status).toBe(201);
});

test("lists of drafts are filtered and sorted by _status", async () => {
  const wanted = { published: await beside(OPEN, {}), modified: await beside(OPEN, { run: "other" }), draft: "" };
  await admin.delete(`${wanted.published}?draft=true`);
  wanted.draft = `/api/note/${(await admin.post("/api/note?draft=true", OPEN)).json.data.id}`;
  const ids = Object.values(wanted).map((path) => path.split("/").at(-1));
  const statusesOf = async (query: string): Promise<string[]> =>
    (await admin.get(`/api/note?draft=true&filter[id][$in]=${ids.join(",")}&${query}`)).json.data.map(
      (record: { _status: string }) => record._status,
    );

  for (const status of Object.keys(wanted)) {
    expect(await statusesOf(`filter[_status]=${status}`)).toEqual([status]);
    expect((await statusesOf(`filter[_status][$ne]=${status}`)).toSorted()).toEqual(
      Object.keys(wanted)
        .toSorted()
        .filter((key) => key !== status),
    );
  }
  expect(await statusesOf("sort=_status")).toEqual(["draft", "modified", "published"]);
  expect(await statusesOf("sort=-_status")).toEqual(["published", "modified", "draft"]);
  expect(await statusesOf("filter[$or][0][_status]=draft&filter[$or][1][_status]=modified&sort=_status")).toEqual(["draft", "modified"]);

  const first = (await admin.get(`/api/note?draft=true&filter[id][$in]=${ids.join(",")}&sort=_status&cursor=&limit=2`)).json;
  expect(first.data.map((record: { _status: string }) => record._status)).toEqual(["draft", "modified"]);
  expect(await statusesOf(`sort=_status&limit=2&cursor=${encodeURIComponent(first.meta.nextCursor)}`)).toEqual(["published"]);
});

test.each([
  ["live lists have no _status to ask for", "filter[_status]=draft", { field: "filter[_status]", message: "needs draft=true" }],
  ["nor to sort by", "sort=_status", { field: "sort", message: "needs draft=true" }],
  ["a status that is none is refused", "draft=true&filter[_status]=lost", { field: "filter[_status]" }],
  ["a related record's can't be asked for", "draft=true&filter[twin._status]=draft", { field: "filter[twin._status]" }],
])("%s", async (_, query, detail) => {
  const refused = await admin.get(`/api/note?${query}`);

  expect(refused.status).toBe(400);
  expect(refused.json.error.details).toMatchObject([detail]);
});
