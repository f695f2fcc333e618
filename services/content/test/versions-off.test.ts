import type { ConfigDefinition, EntityDefinition } from "@colophon/config";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const entities = (versions: boolean): EntityDefinition[] => [
  {
    name: "post",
    versions,
    translatable: true,
    fields: [
      { name: "title", type: "text", required: true, searchable: true },
      { name: "slug", type: "slug", from: "title" },
      { name: "related", type: "relation", to: "post" },
      { name: "others", type: "relation", to: "post", many: true },
    ],
  },
  {
    name: "banner",
    global: true,
    versions,
    fields: [
      { name: "text", type: "text", required: true },
      { name: "secret", type: "text" },
    ],
  },
];
const site = (versions: boolean): ConfigDefinition => ({
  locales: ["en", "de"],
  entities: entities(versions),
  roles: [{ name: "admin", isAdmin: true }],
});

let postgres: TestPostgres;
beforeAll(async () => void (postgres = await startPostgres({ migrated: true })));
afterAll(() => postgres?.stop());

/** One run of the service on the same database, with versions on or off. */
async function during<T>(versions: boolean, work: (admin: Client, service: TestService) => Promise<T>): Promise<T> {
  const service = await startService(site(versions), { on: postgres });
  try {
    return await work(service.as("admin"), service);
  } finally {
    await service.stop();
  }
}

const idOf = (answer: { json: { data: { id: string } } }) => answer.json.data.id;

async function writeDrafts(admin: Client) {
  const draft = idOf(await admin.post("/api/post?draft=true", { title: "Never published" }));
  const live = idOf(await admin.post("/api/post", { title: "Live", related: draft, others: [draft] }));
  await admin.put(`/api/post/${live}?draft=true`, { title: "Pending" });
  const unpublished = idOf(await admin.post("/api/post", { title: "Was live" }));
  await admin.post(`/api/post/${unpublished}/unpublish`);
  await admin.put("/api/banner?draft=true", { text: "draft", secret: "CANARY" });
  return { draft, live, unpublished };
}

test("while versions are disabled, drafts are ignored and stay stored; when they are enabled again, all drafts are available", async () => {
  const { draft, live, unpublished } = await during(true, writeDrafts);

  await during(false, async (admin) => {
    const list = await admin.get("/api/post?resolve[related]=title&resolve[others]=title");
    expect(list.json.meta.total).toBe(1);
    expect(list.json.data.map((post: { title: string }) => post.title)).toEqual(["Live"]);
    expect(list.json.data[0]).toMatchObject({ related: null, others: [] });
    for (const filter of ["related.title", "others.title"])
      expect((await admin.get(`/api/post?filter[${filter}]=Never%20published`)).json.data).toEqual([]);

    for (const id of [draft, unpublished]) {
      const path = `/api/post/${id}`;
      const answers = [await admin.get(path), await admin.put(path, { title: "x" }), await admin.delete(path)];
      answers.push(await admin.post(`${path}/translate`, { locale: "de" }));
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    expect((await admin.post("/api/post", { title: "x", slug: "never-published" })).status).toBe(409);
    expect((await admin.put(`/api/post/${live}`, { title: "Live, changed" })).json.data).not.toHaveProperty("_status");
    expect((await admin.get("/api/post?draft=true")).status).toBe(400);
    expect((await admin.get("/api/banner")).json).toEqual({ data: null });
  });

  await during(true, async (admin) => {
    const titles = (await admin.get("/api/post?draft=true&sort=createdAt")).json.data.map(
      ({ title, _status }: { title: string; _status: string }) => [title, _status],
    );
    expect(titles).toEqual([
      ["Never published", "draft"],
      ["Pending", "modified"],
      ["Was live", "draft"],
    ]);
    expect((await admin.get(`/api/post/${live}`)).json.data.title).toBe("Live, changed");
    expect((await admin.get("/api/banner?draft=true")).json.data).toMatchObject({ text: "draft", secret: "CANARY" });
    expect((await admin.post(`/api/post/${draft}/publish`)).status).toBe(200);
  });
});

test("a global whose draft is ignored is saved like the first time: the draft isn't published, and isn't lost", async () => {
  await during(true, (admin) => admin.put("/api/banner?draft=true", { text: "draft", secret: "CANARY" }));

  await during(false, async (admin) => {
    expect((await admin.put("/api/banner", { secret: "mine" })).json.error?.details).toEqual([{ field: "text", message: "is required" }]);
    expect((await admin.put("/api/banner", { text: "live" }, { "if-match": '"1.x"' })).status).toBe(412);
    expect((await admin.put("/api/banner", { text: "live" })).json.data).toMatchObject({ text: "live", secret: null });
    expect((await admin.get("/api/banner")).json.data).toMatchObject({ text: "live", secret: null });
  });

  await during(true, async (admin) => {
    expect((await admin.get("/api/banner")).json.data).toMatchObject({ text: "live", secret: null, _status: "modified" });
    expect((await admin.get("/api/banner?draft=true")).json.data).toMatchObject({ text: "draft", secret: "CANARY" });
  });
});
