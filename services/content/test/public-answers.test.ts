import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const TITLE: EntityDefinition["fields"][number] = { name: "title", type: "text" };
const stamp = ({ record }: { readonly record?: Record<string, unknown> }) => ({ ...record, seen: true });
const site: ConfigDefinition = {
  cache: { public: { maxAge: 60, staleWhileRevalidate: 30 } },
  entities: [
    {
      name: "author",
      fields: [
        { name: "name", type: "text" },
        { name: "articles", type: "reverse", from: "article", field: "author" },
      ],
    },
    {
      name: "article",
      versions: true,
      fields: [TITLE, { name: "author", type: "relation", to: "author" }, { name: "place", type: "relation", to: "place" }],
    },
    { name: "place", fields: [TITLE, { name: "open", type: "boolean" }] },
    { name: "event", fields: [TITLE, { name: "at", type: "datetime" }] },
    { name: "pure", fields: [TITLE], hooks: { afterRead: { pure: true, run: stamp } } },
    { name: "impure", fields: [TITLE], hooks: { afterRead: [{ pure: true, run: stamp }, stamp] } },
    { name: "notice", global: true, fields: [TITLE] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "visitor",
      public: true,
      permissions: {
        article: { read: { filter: { "place.open": true }, drafts: true } },
        author: { read: true },
        place: { read: true },
        event: { read: { filter: { at: { $lte: "$NOW" } } } },
        pure: { read: true },
        impure: { read: true },
        notice: { read: true },
      },
    },
  ],
};

let service: TestService;
let admin: Client;
let visitor: Client;
const ids: Record<string, string> = {};

beforeAll(async () => {
  service = await startService(site);
  [admin, visitor] = [service.as("admin"), service.anonymous()];
  const make = async (entity: string, data: object) => (ids[entity] = (await admin.post(`/api/${entity}`, data)).json.data.id);
  await make("author", { name: "Ada" });
  await make("place", { title: "Hall", open: true });
  await make("article", { title: "News", author: ids["author"], place: ids["place"] });
  for (const entity of ["event", "pure", "impure"])
    await make(entity, { title: "One", ...(entity === "event" && { at: "2020-01-01T00:00:00Z" }) });
  await admin.put("/api/notice", { title: "Closed on Monday" });
});
afterAll(() => service?.stop());

const PUBLIC = "public, max-age=0, s-maxage=60, stale-while-revalidate=30, stale-if-error=86400";
const PRIVATE = "private, no-cache";

test("a read without credentials may be stored by public caches, also when nothing has changed", async () => {
  for (const path of [`/api/article/${ids["article"]}`, "/api/article", "/api/notice", "/api/pure", "/api/article?limit=0"]) {
    const { status, headers } = await visitor.get(path);
    const etag = String(headers.get("etag"));
    const again = await visitor.get(path, { "if-none-match": etag });

    expect({ path, status, cache: headers.get("cache-control"), vary: headers.get("vary") }).toEqual({
      path,
      status: 200,
      cache: PUBLIC,
      vary: "Cookie, Authorization",
    });
    expect(etag).toMatch(/^"/);
    expect([again.status, again.headers.get("cache-control"), again.headers.get("etag")]).toEqual([304, PUBLIC, etag]);
  }
});

test("its tags are the entities that it depends on, and the ids of its records and of resolved records", async () => {
  const tagsOf = async (path: string) => {
    const { headers } = await visitor.get(path);
    expect(headers.get("surrogate-key")).toBe(headers.get("cache-tag")?.replaceAll(",", " "));
    return headers.get("cache-tag")?.split(",");
  };

  expect(await tagsOf("/api/author")).toEqual(["author", ids["author"]]);
  expect(await tagsOf("/api/article?fields=title")).toEqual(["article", "place", ids["article"]]); // place: by the row filter
  expect(await tagsOf("/api/article?resolve[author]=name&fields=title,author")).toEqual([
    "article",
    "place",
    "author",
    ids["article"],
    ids["author"],
  ]);
  expect(await tagsOf("/api/article?filter[author.name]=Ada&fields=title")).toEqual(["article", "place", "author", ids["article"]]);
  expect(await tagsOf("/api/article?sort=author.name&fields=title")).toEqual(["article", "place", "author", ids["article"]]);
  expect(await tagsOf(`/api/author/${ids["author"]}?resolve[articles]=title`)).toEqual([
    "author",
    "article",
    "place",
    ids["author"],
    ids["article"],
  ]);
});

test("an answer with many records has the ids of a hundred", async () => {
  const { json } = await admin.get("/api/place?count=exact");
  for (let count = json.meta.total; count < 105; count++) await admin.post("/api/place", { title: `Place ${count}` });

  const { headers } = await visitor.get("/api/place?limit=200");

  expect(headers.get("cache-tag")?.split(",")).toHaveLength(101);
});

test("answers to credentials, drafts, errors, and what depends on the time or on a hook stay private", async () => {
  const answers = await Promise.all([
    admin.get("/api/article"),
    visitor.get("/api/article?draft=true"),
    visitor.get("/api/event"),
    visitor.get("/api/impure"),
    visitor.get(`/api/impure/${ids["impure"]}`),
    visitor.get("/api/article/00000000-0000-4000-8000-000000000000"),
    visitor.get("/api/article?sort=unknown"),
  ]);

  for (const { headers } of answers) {
    expect([headers.get("cache-control"), headers.get("cache-tag"), headers.get("surrogate-key")]).toEqual([PRIVATE, null, null]);
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 404, 400]);
});

test("a preview without credentials is stored by no cache", async () => {
  const made = await service.as("admin", service.adminId).post(`/api/article/${ids["article"]}/preview`);
  const preview = `preview=${made.json.data.token}`;

  const answers = [await visitor.get(`/api/article/${ids["article"]}?${preview}`), await visitor.get(`/api/article?${preview}`)];

  for (const { status, headers } of answers)
    expect([status, headers.get("cache-control"), headers.get("cache-tag")]).toEqual([200, "no-store", null]);
});
