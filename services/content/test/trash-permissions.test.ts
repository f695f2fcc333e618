import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startService, type Client, type Reply, type TestService } from "./support/service.ts";
import { trashSite } from "./support/trash-site.ts";

let service: TestService;
let admin: Client;
const ids = { open: "", closed: "", draft: "", section: "" };
beforeAll(async () => {
  service = await startService(trashSite);
  admin = service.as("admin");
  ids.open = await trashed("article", { title: "Open", state: "open", code: "secret" });
  ids.closed = await trashed("article", { title: "Closed", state: "closed" });
  ids.draft = await trashed("article", { title: "Draft", state: "open" }, "?draft=true");
  ids.section = await trashed("section", { name: "Closed", state: "closed" });
});
afterAll(() => service?.stop());

async function trashed(entity: string, body: object, query = ""): Promise<string> {
  const { id } = (await admin.post(`/api/${entity}${query}`, body)).json.data;
  expect((await admin.delete(`/api/${entity}/${id}`)).status).toBe(200);
  return id;
}
const idsOf = ({ json }: Reply): string[] => json.data.map(({ id }: { id: string }) => id);
const NOWHERE = "01a1fd95-0000-7000-8000-000000000000";

/** Everything in an answer except the request's own id. */
const answerIn = ({ status, text, headers }: Reply) => [status, text, headers.get("etag"), headers.get("content-length")];

test("without the delete permission, records in the trash are answered like records that never existed", async () => {
  for (const client of [service.anonymous(), service.as("writer"), service.as("reader")]) {
    for (const query of ["", "&filter[state]=open", "&sort=slug", "&limit=0"])
      expect((await client.get(`/api/article?trashed=true${query}`)).status).toBe(403);
    for (const id of [ids.open, NOWHERE]) {
      const asked = [
        client.get(`/api/article/${id}?trashed=true`),
        client.post(`/api/article/${id}/restore`),
        client.delete(`/api/article/${id}?permanent=true`),
      ];
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect(answerIn(await client.get(`/api/article/${ids.open}`))).toEqual(answerIn(await client.get(`/api/article/${NOWHERE}`)));
    expect((await client.get("/api/article?filter[state]=open")).json.meta.total).toBe(0);
  }
  const writer = service.as("writer");
  for (const query of ["", "?draft=true"])
    for (const ask of [
      (id: string) => writer.put(`/api/article/${id}${query}`, { title: "x" }),
      (id: string) => writer.get(`/api/article/${id}${query}`),
    ])
      expect(answerIn(await ask(ids.open))).toEqual(answerIn(await ask(NOWHERE)));
});

test("the trash contains the rows inside the filters for reading and for deleting, in data, counts and errors", async () => {
  const cleaner = service.as("cleaner");
  expect(idsOf(await cleaner.get("/api/article?trashed=true"))).toEqual([ids.open]);
  expect((await cleaner.get("/api/article?trashed=true&count=exact&limit=0")).json.meta.total).toBe(1);
  expect((await cleaner.get("/api/section?trashed=true")).json.meta.total).toBe(0);
  const narrow = service.as("narrow");
  expect(idsOf(await narrow.get("/api/article?trashed=true"))).toEqual([ids.open]);

  for (const client of [cleaner, narrow]) {
    const asks = [
      (id: string) => client.get(`/api/article/${id}?trashed=true`),
      (id: string) => client.post(`/api/article/${id}/restore`),
      (id: string) => client.post(`/api/article/${id}/restore`, undefined, { "if-match": '"99.x"' }),
      (id: string) => client.delete(`/api/article/${id}?permanent=true`),
    ];
    for (const ask of asks) {
      const reply = await ask(ids.closed);
      expect(answerIn(reply)).toEqual(answerIn(await ask(NOWHERE)));
      expect(reply.status).toBe(404);
    }
  }
});

test("fields and drafts that a role can't read are not in the trash either", async () => {
  const cleaner = service.as("cleaner");
  const reply = await cleaner.get(`/api/article/${ids.open}?trashed=true`);
  expect(reply.json.data).toMatchObject({ title: "Open" });
  expect(reply.json.data).not.toHaveProperty("code");
  expect((await cleaner.get("/api/article?trashed=true&filter[code]=secret")).status).toBe(400);
  expect((await cleaner.get(`/api/article/${ids.draft}?trashed=true`)).status).toBe(404);
  expect((await admin.get(`/api/article/${ids.draft}?trashed=true`)).json.data).toMatchObject({ title: "Draft", _status: "draft" });
});

test("a role that may delete but not read can restore, and gets the automatic fields", async () => {
  const blind = service.as("blind");
  expect((await blind.get("/api/section?trashed=true")).status).toBe(403);

  const reply = await blind.post(`/api/section/${ids.section}/restore`);

  expect([reply.status, Object.keys(reply.json.data).toSorted()]).toEqual([200, ["_type", "createdAt", "id", "publishedAt", "updatedAt"]]);
  const draft = await service.as("cleaner").post(`/api/article/${ids.draft}/restore`);
  expect([draft.status, draft.json.data]).toEqual([200, expect.not.objectContaining({ title: "Draft" })]);
});

test("a value used meanwhile is not reported if its field is hidden", async () => {
  await admin.post("/api/article", { title: "Taker", code: "secret" });

  const refused = await service.as("cleaner").post(`/api/article/${ids.open}/restore`);

  expect(refused.status).toBe(409);
  expect(refused.json.error.details).toBeUndefined();
  expect(refused.text).not.toContain("secret");
});
