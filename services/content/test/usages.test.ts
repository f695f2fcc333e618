import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startService, type Client, type TestService } from "./support/service.ts";
import { usagesSite } from "./support/usages-site.ts";

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startService(usagesSite);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

async function made(entity: string, body: object, query = ""): Promise<string> {
  const reply = await admin.post(`/api/${entity}${query}`, body);
  expect([reply.status, reply.json.error]).toEqual([201, undefined]);
  return reply.json.data.id;
}
/** The references to a record: the entity, field and title of each. */
async function usagesOf(path: string, client = admin): Promise<string[]> {
  const { status, json } = await client.get(`/api/${path}/usages`);
  expect([status, json.error]).toEqual([200, undefined]);
  expect(json.meta).toEqual({ total: json.data.length, limit: 25, offset: 0 });
  return json.data.map(
    (item: Record<string, unknown>) => `${item["entity"]} ${item["field"]} ${item["title"]}${item["draft"] ? " draft" : ""}`,
  );
}

test("the answer contains the entity, id, field and title of all references to a record", async () => {
  const plant = await made("plant", { name: "Leek" });
  const recipe = await made("recipe", { title: "Soup", main: plant });

  const { status, json } = await admin.get(`/api/plant/${plant}/usages`);

  expect(status).toBe(200);
  expect(json).toEqual({
    data: [{ entity: "recipe", id: recipe, field: "main", title: "Soup", draft: false }],
    meta: { total: 1, limit: 25, offset: 0 },
  });
});

test("relations to one and to many, and references inside objects, arrays and blocks count, each place of a record once", async () => {
  const plant = await made("plant", { name: "Kale" });
  const other = await made("plant", { name: "Not it" });
  const part = (id: string) => ({ plant: id, amount: "1" });
  await made("recipe", {
    title: "All",
    main: plant,
    sides: [other, plant],
    note: { plant },
    parts: [part(plant), part(other), part(plant)],
    list: [other, plant],
    body: [
      { _type: "hint", plant },
      { _type: "hint", plant },
      { _type: "gallery", plants: [plant, other] },
    ],
  });
  await made("recipe", { title: "None", main: other });

  expect(await usagesOf(`plant/${plant}`)).toEqual([
    "recipe body.gallery.plants All",
    "recipe body.hint.plant All",
    "recipe list All",
    "recipe main All",
    "recipe note.plant All",
    "recipe parts.plant All",
    "recipe sides All",
  ]);
});

test("references of globals, and references to users and files, count too", async () => {
  const plant = await made("plant", { name: "Front" });
  const [image] = await service.database.run<{ id: string }>({
    text: `insert into cms.images (id, published_at, filename, "mimeType", size, url, hash, storage_key)
      values (gen_random_uuid(), now(), 'a.png', 'image/png', 1, '/api/assets/a.png', 'h', 'k') returning id`,
  });
  await admin.put("/api/front", { headline: "Today", plant, hero: image?.id });
  await made("link", { name: "With a picture", hero: image?.id });
  await made("recipe", { title: "By the admin", cook: service.adminId });

  expect(await usagesOf(`plant/${plant}`)).toEqual(["front plant Today"]);
  expect(await usagesOf(`_image/${image?.id}`)).toEqual(["front hero Today", "link hero With a picture"]);
  expect(await usagesOf(`_user/${service.adminId}`)).toEqual(["recipe cook By the admin"]);
});

test("a record that refers to itself is included", async () => {
  const plant = await made("plant", { name: "Self" });
  await admin.put(`/api/plant/${plant}`, { parent: plant });

  expect(await usagesOf(`plant/${plant}`)).toEqual(["plant parent Self"]);
});

test("references of records in the trash don't count until the records are restored", async () => {
  const plant = await made("plant", { name: "Held" });
  const recipe = await made("recipe", { title: "Trashed", main: plant, sides: [plant], note: { plant } });
  const draft = await made("recipe", { title: "Trashed draft", main: plant }, "?draft=true");
  await admin.put(`/api/recipe/${recipe}?draft=true`, { list: [plant] });
  for (const id of [recipe, draft]) await admin.delete(`/api/recipe/${id}`);

  expect(await usagesOf(`plant/${plant}`)).toEqual([]);

  await admin.post(`/api/recipe/${recipe}/restore`);
  expect(await usagesOf(`plant/${plant}`)).toEqual([
    "recipe list Trashed draft",
    "recipe main Trashed",
    "recipe note.plant Trashed",
    "recipe sides Trashed",
  ]);
  await admin.delete(`/api/plant/${plant}`);
  expect((await admin.get(`/api/plant/${plant}/usages`)).status).toBe(404);
});

test("references of drafts count for callers who may read drafts: pending ones, records never published and unpublished ones", async () => {
  const plant = await made("plant", { name: "Drafted" });
  const other = await made("plant", { name: "Live" });
  const pending = await made("recipe", { title: "Pending", main: other });
  await admin.put(`/api/recipe/${pending}?draft=true`, {
    title: "Pending now",
    main: plant,
    sides: [plant],
    body: [{ _type: "hint", plant }],
  });
  await made("recipe", { title: "Never live", main: plant, list: [plant] }, "?draft=true");
  const unpublished = await made("recipe", { title: "Once live", sides: [plant] });
  await admin.post(`/api/recipe/${unpublished}/unpublish`);

  expect(await usagesOf(`plant/${plant}`)).toEqual([
    "recipe sides Once live draft",
    "recipe list Never live draft",
    "recipe main Never live draft",
    "recipe body.hint.plant Pending now draft",
    "recipe main Pending now draft",
    "recipe sides Pending now draft",
  ]);
  expect(await usagesOf(`plant/${other}`)).toEqual(["recipe main Pending"]);
  expect(await usagesOf(`plant/${plant}`, service.as("drafter"))).toHaveLength(6);
  expect(await usagesOf(`plant/${plant}`, service.as("reader"))).toEqual([]);
  expect(await usagesOf(`plant/${other}`, service.as("reader"))).toEqual(["recipe main Pending"]);
});

test("a place with the reference in live content and in the draft counts once, as live", async () => {
  const plant = await made("plant", { name: "Both" });
  const recipe = await made("recipe", { title: "Live", main: plant });
  await admin.put(`/api/recipe/${recipe}?draft=true`, { title: "Changed" });

  expect(await usagesOf(`plant/${plant}`)).toEqual(["recipe main Live"]);
});

test("usages of a draft are available to callers who may read drafts", async () => {
  const recipe = await made("recipe", { title: "New" }, "?draft=true");
  await made("link", { name: "To it", recipe });

  expect(await usagesOf(`recipe/${recipe}`)).toEqual(["link recipe To it"]);
  expect((await service.as("reader").get(`/api/recipe/${recipe}/usages`)).status).toBe(404);
});

test("usages are paged by limit and offset or by a cursor, sorted by entity, the newest records first", async () => {
  const plant = await made("plant", { name: "Paged" });
  const ids: string[] = [];
  for (let at = 0; at < 5; at++) ids.push(await made("recipe", { title: `Page ${at}`, main: plant, sides: [plant] }));
  await made("link", { name: "First", plant });
  const path = `/api/plant/${plant}/usages`;
  const whole = (await admin.get(path)).json.data;
  expect(whole.map(({ entity, id }: { entity: string; id: string }) => (entity === "link" ? "link" : ids.indexOf(id)))).toEqual([
    "link",
    ...[4, 3, 2, 1, 0].flatMap((at) => [at, at]),
  ]);

  const paged: object[] = [];
  for (let offset = 0; offset < 11; offset += 4) {
    const { data, meta } = (await admin.get(`${path}?limit=4&offset=${offset}`)).json;
    expect(meta).toEqual({ total: 11, limit: 4, offset });
    paged.push(...data);
  }
  expect(paged).toEqual(whole);

  const followed: object[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { data, meta }: { data: object[]; meta: Record<string, string | null> } = (
      await admin.get(`${path}?limit=3&count=false&cursor=${cursor}`)
    ).json;
    expect(Object.keys(meta).toSorted()).toEqual(["limit", "nextCursor", "offset"]);
    followed.push(...data);
    cursor = meta["nextCursor"] ?? null;
  }
  expect(followed).toEqual(whole);
  expect((await admin.get(`${path}?limit=0`)).json).toEqual({ data: [], meta: { total: 11, limit: 0, offset: 0 } });
});

test("a cursor is valid for one record's usages, and other parameters are refused", async () => {
  const [first, second] = [await made("plant", { name: "One" }), await made("plant", { name: "Other" })];
  for (const title of ["a", "b"]) await made("recipe", { title, main: first });
  const { nextCursor } = (await admin.get(`/api/plant/${first}/usages?limit=1&cursor=`)).json.meta;
  expect(nextCursor).toEqual(expect.any(String));

  for (const query of [`cursor=${nextCursor}`, "cursor=abc"]) {
    const refused = await admin.get(`/api/plant/${second}/usages?${query}`);
    expect([refused.status, refused.json.error.details]).toEqual([400, [{ field: "cursor", message: "is not a cursor of this list" }]]);
  }
  for (const query of ["sort=id", "draft=true", "filter[entity]=recipe", "limit=-1"])
    expect((await admin.get(`/api/plant/${first}/usages?${query}`)).status).toBe(400);
});

test("an unknown record, an unknown entity and a global have no usages; without the read permission it is 403", async () => {
  for (const path of ["plant/01a1fd95-0000-7000-8000-000000000000", "plant/none", "nothing/x", "front/x"])
    expect((await admin.get(`/api/${path}/usages`)).status).toBe(404);
  expect((await service.as("nobody").get("/api/plant/none/usages?sort=id")).status).toBe(403);
  const plant = await made("plant", { name: "Only read" });
  expect((await admin.post(`/api/plant/${plant}/usages`)).status).toBe(405);
});
