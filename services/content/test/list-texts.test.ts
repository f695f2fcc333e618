import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const fields: EntityDefinition["fields"] = [
  { name: "title", type: "text", searchable: true },
  { name: "notes", type: "text", searchable: true },
  { name: "state", type: "select", options: ["open", "closed"] },
  { name: "flags", type: "select", options: ["urgent", "late"], multiple: true, searchable: true },
  { name: "seo", type: "object", fields: [{ name: "line", type: "text", searchable: true }] },
  { name: "code", type: "text", searchable: true, hidden: true },
  { name: "plain", type: "text" },
];
const site: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    { name: "note", versions: true, translatable: true, fields: [...fields, { name: "twin", type: "relation", to: "note" }] },
    { name: "silent", fields: [{ name: "title", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "desk",
      permissions: {
        note: { read: { filter: { state: "open" }, fields: { exclude: ["notes", "seo"] } }, update: { filter: { state: "open" } } },
      },
    },
    { name: "blind", permissions: { note: { read: { fields: { exclude: ["title", "notes", "flags", "seo"] } } } } },
  ],
};

let service: TestService;
let admin: Client;
let desk: Client;
const ids: Record<string, string> = {};

async function made(name: string, data: object): Promise<void> {
  ids[name] = (await admin.post("/api/note", { state: "open", ...data })).json.data.id;
}

beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
  desk = service.as("desk");
  await made("title", { title: "A walk along the Élysée", flags: ["late"] });
  await made("notes", { title: "Second", notes: "seen from the walkway" });
  await made("nested", { title: "Third", seo: { line: "walking" }, plain: "sidewalk" });
  await made("closed", { title: "The last walk", state: "closed" });
  await made("secret", { title: "Fifth", code: "walk" });
  await made("urgent", { title: "Sixth", flags: ["urgent"] });
  await made("drafted", { title: "Seventh walk" });
  await admin.put(`/api/note/${ids["drafted"]}?draft=true`, { title: "Seventh run" });
});
afterAll(() => service?.stop());

async function found(client: Client, query: string): Promise<readonly string[]> {
  const { status, json, text } = await client.get(`/api/note?${query}`);
  if (status !== 200) throw new Error(text);
  const names = Object.entries(ids).map(([name, id]) => [id, name] as const);
  return json.data.map(({ id }: { id: string }) => new Map(names).get(id));
}

test("q finds a text in the searchable fields of an entity, newest first, like a search", async () => {
  expect(await found(admin, "q=WALK")).toEqual(["drafted", "closed", "nested", "notes", "title"]);
  expect(await found(admin, "q=elysee")).toEqual(["title"]);
  expect(await found(admin, "q=wa")).toEqual(["drafted", "closed", "nested", "notes", "title"]);
  expect(await found(admin, "q=urgent")).toEqual(["urgent"]);
  expect(await found(admin, "q=%25")).toEqual([]);
});

test("q finds only what the caller may read: neither rows, nor excluded or hidden fields, nor members", async () => {
  expect(await found(desk, "q=walk")).toEqual(["drafted", "title"]);
  expect((await desk.get("/api/note?q=walk&limit=0")).json.meta.total).toBe(2);
  expect((await admin.get("/api/note?q=walk&limit=0")).json.meta.total).toBe(5);
  for (const q of ["walkway", "walking", "last"]) expect(await found(desk, `q=${q}&count=exact`)).toEqual([]);
  expect(await found(admin, "q=sidewalk")).toEqual([]);
});

test("with draft=true, q finds the content of drafts, and not the content that they replace", async () => {
  expect(await found(admin, "q=Seventh walk&draft=true")).toEqual([]);
  expect(await found(admin, "q=Seventh run&draft=true")).toEqual(["drafted"]);
  expect(await found(admin, "q=Seventh run")).toEqual([]);
  expect(await found(admin, "q=walk&draft=true&sort=createdAt")).toEqual(["title", "notes", "nested", "closed"]);
  expect(await found(desk, "q=run&draft=true")).toEqual(["drafted"]);
  expect(await found(admin, "q=nt&draft=true&filter[_status]=modified")).toEqual(["drafted"]);
});

test("q is combined with filters, orders, offsets, cursors, totals, locale, fields, resolve and can", async () => {
  expect(await found(admin, "q=walk&filter[state]=open&sort=title")).toEqual(["title", "notes", "drafted", "nested"]);
  expect(await found(admin, "q=walk&limit=2&offset=1")).toEqual(["closed", "nested"]);
  expect(await found(admin, "q=walk&locale=de")).toEqual([]);
  expect(await found(admin, "q=walk&filter[$or][0][title]=Second&filter[$or][1][title]=Third")).toEqual(["nested", "notes"]);

  const first = (await admin.get("/api/note?q=walk&cursor=&limit=3&fields=title&can=true&resolve[twin]=title")).json;
  const cursor = encodeURIComponent(first.meta.nextCursor);
  const next = (await admin.get(`/api/note?q=walk&limit=3&cursor=${cursor}`)).json;

  expect(first.meta.total).toBe(5);
  expect(first.data[0]).toEqual({
    id: ids["drafted"],
    title: "Seventh walk",
    twin: null,
    _can: { update: true, delete: true, publish: true },
  });
  expect(next.data.map(({ id }: { id: string }) => id)).toEqual([ids["notes"], ids["title"]]);
  expect(next.meta.nextCursor).toBeNull();
});

test("a q that is empty, too long, invalid or repeated is refused like in a search", async () => {
  const messages = async (path: string) => (await admin.get(path)).json.error.details;

  for (const q of ["q=", "q=%20", `q=${"x".repeat(201)}`, "q=%00", "q=a&q=b", "q[x]=a"])
    expect({ q, details: await messages(`/api/note?${q}`) }).toEqual({
      q,
      details: expect.arrayContaining([{ field: expect.stringMatching(/^q/), message: expect.any(String) }]),
    });
  expect(await messages("/api/note?q=")).toEqual([{ field: "q", message: "is required" }]);
  expect((await admin.get(`/api/note?q=${"x".repeat(200)}`)).status).toBe(200);
  expect(await messages(`/api/note/${ids["title"]}?q=walk`)).toEqual([{ field: "q", message: "is not a parameter of this route" }]);
});

test("if the caller can read no searchable field, q is refused, whether there are none or they are hidden", async () => {
  const refused = await service.as("blind").get("/api/note?q=walk");

  expect(refused.status).toBe(400);
  expect(refused.json.error.details).toEqual([{ field: "q", message: "note has no searchable fields" }]);
  expect((await admin.get("/api/silent?q=walk")).json.error.details).toEqual([{ field: "q", message: "silent has no searchable fields" }]);
  expect((await service.as("desk").get("/api/silent?q=walk")).status).toBe(403);
});
