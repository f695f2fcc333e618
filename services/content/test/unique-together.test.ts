import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition } from "@colophon/config";
import { newId } from "@colophon/database";
import { startService, type Client, type TestService } from "./support/service.ts";

const unique = [["day", "room"]] as const;
const fields = [
  { name: "day", type: "date" },
  { name: "room", type: "text" },
  { name: "note", type: "text" },
] as const;
const all = { create: true, read: true, update: true, delete: true };
const entities: EntityDefinition[] = [
  { name: "place", fields: [] },
  {
    name: "booking",
    fields: [...fields.slice(0, 1), { name: "place", type: "relation", to: "place" }, { name: "hour", type: "number", integer: true }],
    unique: [["day", "place"]],
  },
  { name: "visit", fields: [{ name: "talk", type: "relation", to: "talk" }] },
  { name: "talk", versions: true, fields, unique },
  { name: "lesson", translatable: true, fields, unique },
  {
    name: "locker",
    fields: [...fields.slice(0, 2), { name: "code", type: "number", hidden: true, default: 1 }],
    unique: [["room", "code"]],
  },
];
const site: ConfigDefinition = {
  locales: ["en", "de"],
  entities,
  roles: [
    { name: "admin", isAdmin: true },
    { name: "roomless", permissions: { talk: { ...all, read: { fields: { exclude: ["room"] } } }, booking: all } },
  ],
};

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

const TAKEN = (names: readonly string[]) => expect.arrayContaining(names.map((field) => expect.objectContaining({ field })));
let days = 0;
const anyDay = () => new Date(Date.UTC(2026, 0, ++days)).toISOString().slice(0, 10);
async function made(entity: string, data: object, query = ""): Promise<string> {
  const { status, json } = await admin.post(`/api/${entity}${query}`, data);
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data.id;
}

test("no two records share all of the fields; the 409 names them", async () => {
  const day = anyDay();
  const [here, there] = [await made("place", {}), await made("place", {})];
  const id = await made("booking", { day, place: here });
  await made("booking", { day, place: there });
  const other = await made("booking", { day: anyDay(), place: here });

  const second = await admin.post("/api/booking", { day, place: here });
  const moved = await admin.put(`/api/booking/${other}`, { day });

  for (const { status, json } of [second, moved]) {
    expect([status, json.error.code]).toEqual([409, "CONFLICT"]);
    expect(json.error.message).toBe("This day and place are already taken together");
    expect(json.error.details.map(({ field }: { field: string }) => field)).toEqual(["day", "place"]);
  }
  expect((await admin.put(`/api/booking/${id}`, { day, place: here, hour: 3 })).status).toBe(200);
});

test("null never collides", async () => {
  const [day, place] = [anyDay(), await made("place", {})];

  for (const data of [{ day }, { place }, {}]) {
    await made("booking", data);
    await made("booking", data);
  }
  const first = await made("booking", { day, place });
  await admin.put(`/api/booking/${first}`, { place: null });
  await made("booking", { day, place });
});

test("in a duplicate, one of the fields is empty", async () => {
  const data = { day: anyDay(), place: await made("place", {}), hour: 2 };
  const id = await made("booking", data);

  const { status, json } = await admin.post(`/api/booking/${id}/duplicate`);

  expect([status, json.data]).toMatchObject([201, { day: data.day, place: null, hour: 2 }]);
});

test("of ten simultaneous creates one succeeds", async () => {
  const data = { day: anyDay(), place: await made("place", {}) };

  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.post("/api/booking", data)));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
});

test("the rule applies per locale if the entity is translatable", async () => {
  const data = { day: anyDay(), room: "1" };
  const id = await made("lesson", data);
  expect((await admin.post(`/api/lesson/${id}/translate`, { locale: "de" })).status).toBe(201);

  expect((await admin.post("/api/lesson", { ...data, locale: "de" })).status).toBe(409);
  expect((await admin.post("/api/lesson", data)).status).toBe(409);
});

test("a refusal names no field that the caller can't read, nor the others of the rule", async () => {
  await made("locker", { room: "7" });
  const { status, json } = await admin.post("/api/locker", { room: "7" });
  expect([status, json.error.details]).toEqual([409, undefined]);

  const day = anyDay();
  await made("talk", { day, room: "1" });
  const draft = await made("talk", { day, room: "2" });
  const roomless = service.as("roomless");
  for (const answer of [
    await roomless.post("/api/talk", { day, room: "1" }),
    await roomless.put(`/api/talk/${draft}?draft=true`, { room: "1" }),
  ])
    expect([answer.status, JSON.stringify(answer.json)]).toEqual([409, expect.not.stringContaining("room")]);
});

describe("drafts", () => {
  test("a draft can't have the values of a row, nor a row those of a draft", async () => {
    const day = anyDay();
    await made("talk", { day, room: "1" });
    const id = await made("talk", { day, room: "2" });

    const taken = await admin.put(`/api/talk/${id}?draft=true`, { room: "1" });
    expect([taken.status, taken.json.error.details]).toEqual([409, TAKEN(["day", "room"])]);

    expect((await admin.put(`/api/talk/${id}?draft=true`, { room: "3" })).status).toBe(200);
    const claimed = await admin.post("/api/talk", { day, room: "3" });
    expect([claimed.status, claimed.json.error.details]).toEqual([409, TAKEN(["day", "room"])]);
    expect((await admin.post("/api/talk?draft=true", { day, room: "3" })).status).toBe(409);
    expect((await admin.post("/api/talk", { day, room: "2" })).status).toBe(409); // it is live still
    await made("talk", { day: anyDay(), room: "3" });
  });

  test("values that a draft reserves are free after a discard, and belong to the record after a publish", async () => {
    const day = anyDay();
    const id = await made("talk", { day, room: "1" });
    await admin.put(`/api/talk/${id}?draft=true`, { room: "2" });
    await admin.delete(`/api/talk/${id}?draft=true`);
    const other = await made("talk", { day, room: "2" });

    await admin.put(`/api/talk/${other}?draft=true`, { room: "3" });
    expect((await admin.post(`/api/talk/${other}/publish`)).status).toBe(200);
    await made("talk", { day, room: "2" });
    expect((await admin.post("/api/talk", { day, room: "3" })).status).toBe(409);
  });

  test("a draft without one of the values reserves nothing", async () => {
    const [day, ids] = [anyDay(), [await made("talk", {}), await made("talk", {})]];

    for (const id of ids) expect((await admin.put(`/api/talk/${id}?draft=true`, { day })).status).toBe(200);
  });
});

test("the values of a record that is deleted in the background are free at once", async () => {
  const data = { day: anyDay(), room: "1" };
  const id = await made("talk", data);
  const text = `insert into content.visit (id, created_at, updated_at, published_at, talk)
    select gen_random_uuid(), now(), now(), now(), $1 from generate_series(1, 1100)`;
  await service.database.run({ text }, [id]);

  expect((await admin.delete(`/api/talk/${id}`)).status).toBe(200);

  await made("talk", data);
});

test("GET /api/admin/config contains the rules whose fields the role may read", async () => {
  const uniqueOf = async (client: Client) => {
    const { data } = (await client.get("/api/admin/config")).json;
    return Object.fromEntries(data.entities.map((entity: { name: string; unique: unknown }) => [entity.name, entity.unique]));
  };

  expect(await uniqueOf(admin)).toMatchObject({ place: [], booking: [["day", "place"]], talk: [["day", "room"]], locker: [] });
  expect(await uniqueOf(service.as("roomless"))).toMatchObject({ talk: [], booking: [] });
});

test("a start with duplicate values is refused with the rule's name, and succeeds when they differ", async () => {
  const before: ConfigDefinition = { entities: [{ name: "event", fields: [...fields] }], roles: [{ name: "admin", isAdmin: true }] };
  const after = { ...before, entities: [{ name: "event", fields: [...fields], unique: [["day", "room"]] }] };
  const first = await startService(before);
  const ids = [newId(), newId()];
  for (const id of ids)
    await first.database.run(
      {
        text: "insert into content.event (id, created_at, updated_at, published_at, day, room) values ($1, now(), now(), now(), '2026-01-01', 'a')",
      },
      [id],
    );

  await expect(startService(after, { on: first.postgres })).rejects.toThrow(/- event \(day, room\): some records have the same value/);
  expect((await first.as("admin").get("/api/event")).json.meta.total).toBe(2);

  await first.database.run({ text: "update content.event set room = 'b' where id = $1" }, [ids[0]]);
  const second = await startService(after, { on: first.postgres });
  expect((await second.as("admin").post("/api/event", { day: "2026-01-01", room: "b" })).status).toBe(409);
  await second.stop();
  await first.stop();
});
