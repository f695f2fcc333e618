import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const site: ConfigDefinition = {
  entities: [
    {
      name: "plant",
      trash: true,
      unique: [["name", "bed"]],
      fields: [
        { name: "name", type: "text" },
        { name: "bed", type: "text" },
      ],
    },
    { name: "cook", fields: [{ name: "name", type: "text" }] },
    {
      name: "recipe",
      versions: true,
      trash: true,
      fields: [
        { name: "title", type: "text" },
        {
          name: "parts",
          type: "array",
          of: {
            type: "object",
            fields: [
              { name: "plant", type: "relation", to: "plant" },
              { name: "amount", type: "text" },
            ],
          },
        },
        {
          name: "by",
          type: "object",
          fields: [
            { name: "cook", type: "relation", to: "cook", onDelete: "restrict" },
            { name: "owner", type: "relation", to: "cook", required: true },
          ],
        },
      ],
    },
  ],
  roles: [{ name: "admin", isAdmin: true }],
};

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

async function made(entity: string, body: object): Promise<string> {
  return (await admin.post(`/api/${entity}`, body)).json.data.id;
}

test("references inside objects and arrays to a record in the trash are null until it is restored", async () => {
  const plant = await made("plant", { name: "Leek" });
  const parts = [{ plant, amount: "1" }];
  const id = await made("recipe", { title: "Soup", parts });
  await admin.put(`/api/recipe/${id}?draft=true`, { title: "Stew" });
  await admin.delete(`/api/plant/${plant}`);

  for (const query of ["", "?draft=true", "?resolve[parts.plant]=name"])
    expect((await admin.get(`/api/recipe/${id}${query}`)).json.data.parts).toEqual([{ plant: null, amount: "1" }]);
  for (const filter of [`filter[parts.plant]=${plant}`, "filter[parts.plant.name]=Leek"])
    expect((await admin.get(`/api/recipe?${filter}`)).json.meta.total).toBe(0);
  expect((await admin.put(`/api/recipe/${id}`, { parts })).status).toBe(400);
  expect((await admin.post("/api/recipe", { parts })).status).toBe(400);

  await admin.post(`/api/plant/${plant}/restore`);
  expect((await admin.get(`/api/recipe/${id}`)).json.data.parts).toEqual(parts);
  expect((await admin.get(`/api/recipe?filter[parts.plant.name]=Leek`)).json.meta.total).toBe(1);
});

test("references inside records in the trash, or their drafts, restrict no deletion, and are kept for the restoration", async () => {
  const [cook, owner, drafted] = [await made("cook", { name: "a" }), await made("cook", { name: "b" }), await made("cook", { name: "c" })];
  const id = await made("recipe", { title: "Pie", by: { cook, owner } });
  await admin.put(`/api/recipe/${id}?draft=true`, { by: { cook: drafted, owner } });
  expect((await admin.delete(`/api/cook/${drafted}`)).status).toBe(409);
  await admin.delete(`/api/recipe/${id}`);
  expect((await admin.get(`/api/recipe/${id}?trashed=true`)).json.data.by).toEqual({ cook, owner });

  expect((await admin.post(`/api/recipe/${id}/restore`)).json.data.by).toEqual({ cook, owner });
  for (const item of [cook, owner, drafted]) expect((await admin.delete(`/api/cook/${item}`)).status).toBe(409);

  await admin.delete(`/api/recipe/${id}`);
  for (const item of [cook, drafted]) expect((await admin.delete(`/api/cook/${item}`)).status).toBe(200);
  expect((await admin.get(`/api/recipe/${id}?trashed=true`)).json.data.by).toEqual({ cook: null, owner });
  expect((await admin.post(`/api/recipe/${id}/restore`)).json.data.by).toEqual({ cook: null, owner });
  await admin.delete(`/api/recipe/${id}`);
  expect((await admin.delete(`/api/cook/${owner}`)).status).toBe(200);
  const refused = await admin.post(`/api/recipe/${id}/restore`);
  expect([refused.status, refused.json.error.details]).toEqual([400, [{ field: "by.owner", message: "there is no such record" }]]);
});

test("values that are unique together are free meanwhile; used by another record they are 409", async () => {
  const body = { name: "Kale", bed: "north" };
  const id = await made("plant", body);
  await admin.delete(`/api/plant/${id}`);
  const other = await admin.post("/api/plant", body);
  expect(other.status).toBe(201);

  expect((await admin.post(`/api/plant/${id}/restore`)).status).toBe(409);
  expect((await admin.get(`/api/plant/${id}?trashed=true`)).json.data).toMatchObject(body);
  await admin.put(`/api/plant/${other.json.data.id}`, { bed: "south" });
  expect((await admin.post(`/api/plant/${id}/restore`)).json.data).toMatchObject(body);
});
