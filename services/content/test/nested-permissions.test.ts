/** Row filters of permissions on references inside objects, arrays, blocks and rich text. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition } from "@colophon/config";
import { newId } from "@colophon/database";
import { startService, type TestService } from "./support/service.ts";

const ME = newId();
const OTHER = newId();
const COVER = newId();
const PLACE = "01900000-0000-7000-8000-00000000b001";

const fields: EntityDefinition["fields"] = [
  { name: "title", type: "text", searchable: true },
  {
    name: "extras",
    type: "object",
    fields: [
      { name: "lead", type: "relation", to: "_user" },
      { name: "people", type: "relation", to: "_user", many: true },
      { name: "cover", type: "image" },
      { name: "covers", type: "image", many: true },
    ],
  },
  { name: "tickets", type: "array", of: { type: "object", fields: [{ name: "seller", type: "relation", to: "_user" }] } },
  { name: "readers", type: "array", of: { type: "relation", to: "_user" } },
  { name: "body", type: "blocks", blocks: [{ name: "note", fields: [{ name: "by", type: "relation", to: "_user", many: true }] }] },
  { name: "text", type: "richtext", format: "document" },
  { name: "notes", type: "richtext", embeds: ["place"] },
  { name: "rows", type: "array", of: { type: "object", fields: [{ name: "notes", type: "richtext", embeds: ["place"] }] } },
];

/** By role: its filter, and the content of a record that matches it. */
const ROLES = {
  one: ["extras.lead", { $eq: "$CURRENT_USER" }, { extras: { lead: ME } }],
  many: ["extras.people", { $has: "$CURRENT_USER" }, { extras: { people: [OTHER, ME] } }],
  anyOfMany: ["extras.people", { $hasAny: ["$CURRENT_USER"] }, { extras: { people: [ME] } }],
  allOfMany: ["extras.people", { $hasAll: ["$CURRENT_USER", OTHER] }, { extras: { people: [OTHER, ME] } }],
  equal: ["extras.people", { $in: ["$CURRENT_USER"] }, { extras: { people: [ME] } }],
  through: ["extras.people.id", { $eq: "$CURRENT_USER" }, { extras: { people: [ME] } }],
  member: ["tickets.seller", { $has: "$CURRENT_USER" }, { tickets: [{ seller: OTHER }, { seller: ME }] }],
  items: ["readers", { $eq: "$CURRENT_USER" }, { readers: [OTHER, ME] }],
  block: ["body.note.by", { $has: "$CURRENT_USER" }, { body: [{ _type: "note", by: [ME] }] }],
  image: ["extras.cover.filename", { $eq: "mine.png" }, { extras: { cover: COVER } }],
  images: ["extras.covers.filename", { $eq: "mine.png" }, { extras: { covers: [COVER] } }],
  document: ["text.record.place", { $has: PLACE }, { text: [{ _type: "record", attrs: { entity: "place", id: PLACE } }] }],
  linked: ["text.link.place.name", { $eq: "Hall" }, { text: textWith([{ type: "link", attrs: { entity: "place", id: PLACE } }]) }],
  markdown: ["notes.record.place", { $eq: PLACE }, { notes: `in [it](record:place/${PLACE})` }],
  pictures: ["notes.image.filename", { $eq: "mine.png" }, { notes: `![it](asset:${COVER})` }],
  rows: ["rows.notes.record.place.name", { $eq: "Hall" }, { rows: [{}, { notes: `in [it](record:place/${PLACE})` }] }],
} as const;

function textWith(marks: readonly object[]) {
  return [{ _type: "paragraph", content: [{ type: "text", text: "Here", marks }] }];
}

const site: ConfigDefinition = {
  entities: [
    { name: "place", fields: [{ name: "name", type: "text" }] },
    { name: "event", versions: true, fields },
    { name: "fair", fields: [{ name: "main", type: "relation", to: "event" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    ...Object.entries(ROLES).map(([name, [path, filter]]) => ({
      name,
      permissions: {
        event: {
          read: { drafts: true, filter: { [path]: filter } },
          create: { filter: { [path]: filter } },
          update: { filter: { [path]: filter } },
          delete: { filter: { [path]: filter } },
        },
        fair: { read: { filter: { [`main.${path}`]: filter } } },
      } as const,
    })),
  ],
};

let service: TestService;
beforeAll(async () => {
  service = await startService(site);
  const run = (text: string, values: unknown[] = []) => service.database.run({ text }, values);
  for (const id of [ME, OTHER])
    await run("insert into cms.users (id, email, role, published_at) values ($1, $2, 'many', now())", [id, `${id}@example.com`]);
  await run(
    `insert into cms.images (id, published_at, filename, "mimeType", size, url, hash, storage_key)
     values ($1, now(), 'mine.png', 'image/png', 1, '/api/assets/mine.png', 'h', 'k')`,
    [COVER],
  );
  await run("insert into content.place (id, name, created_at, updated_at, published_at) values ($1, 'Hall', now(), now(), now())", [PLACE]);
});
afterAll(() => service?.stop());

const NOTHING = { extras: null, tickets: [], readers: [], body: [], text: null, notes: null, rows: [] };

test.each(Object.entries(ROLES))("%s: the same records in lists, drafts, numbers, searches and writes", async (role, [, , content]) => {
  const [admin, me, other] = [service.as("admin"), service.as(role, ME), service.as(role, newId())];
  const make = async (entity: string, body: object) => {
    const { status, json } = await admin.post(`/api/${entity}`, body);
    expect([status, json.error]).toEqual([201, undefined]);
    return String(json.data.id);
  };
  const title = `Title of ${role}`;
  const [mine, none, drafted] = [
    await make("event", { title, ...content }),
    await make("event", { title }),
    await make("event", { title }),
  ];
  const fair = await make("fair", { main: mine });
  const idsOf = async (path: string) => {
    const { status, json } = await me.get(path);
    expect([path, status, json.error]).toEqual([path, 200, undefined]);
    return json.data.map(({ id }: { id: string }) => id);
  };
  const named = `filter[title]=${title}&count=exact`;

  expect(await idsOf(`/api/event?${named}`)).toEqual([mine]);
  expect((await me.get(`/api/event?limit=0&${named}`)).json.meta.total).toBe(1);
  expect(await idsOf(`/api/event?draft=true&${named}`)).toEqual([mine]);
  expect(await idsOf(`/api/fair?filter[id]=${fair}`)).toEqual([fair]);
  expect(await idsOf(`/api/event?q=${role}`)).toEqual([mine]);
  const record = await me.get(`/api/event/${mine}?can=true`);
  expect([record.status, record.json.data._can, (await me.get(`/api/event/${none}`)).status]).toEqual([
    200,
    { update: true, delete: true, publish: true },
    404,
  ]);
  if (JSON.stringify(ROLES[role as keyof typeof ROLES][1]).includes("$CURRENT_USER"))
    expect((await other.get(`/api/event/${mine}`)).status).toBe(404);

  await admin.put(`/api/event/${drafted}?draft=true`, content);
  await admin.put(`/api/event/${mine}?draft=true`, NOTHING);
  expect(await idsOf(`/api/event?draft=true&${named}`)).toEqual([]);
  expect(await idsOf(`/api/event?${named}`)).toEqual([mine]);
  expect((await me.get(`/api/event/${mine}?can=true`)).json.data._can).toEqual({ update: true, delete: false, publish: false });
  await admin.delete(`/api/event/${mine}?draft=true`);
  await admin.post(`/api/event/${drafted}/publish`);
  expect((await idsOf(`/api/event?${named}`)).toSorted()).toEqual([mine, drafted].toSorted());

  const statuses = [
    await me.post("/api/event", { title: "new", ...content }),
    await me.post("/api/event", { title: "new" }),
    await me.put(`/api/event/${mine}`, { title }),
    await me.put(`/api/event/${mine}`, NOTHING),
    await me.put(`/api/event/${none}`, { title: "changed" }),
    await me.post("/api/event/bulk", { action: "update", ids: [mine, drafted], data: { title: "both" } }),
    await me.post("/api/event/bulk", { action: "update", ids: [mine], data: NOTHING }),
    await me.delete(`/api/event/${none}`),
    await me.delete(`/api/event/${mine}`),
  ].map(({ status }) => status);
  expect(statuses).toEqual([201, 403, 200, 403, 404, 200, 403, 404, 200]);
});
