import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const TITLE: EntityDefinition["fields"][number] = { name: "title", type: "text" };
const stamp = ({ record }: { readonly record?: Record<string, unknown> }) => ({ ...record, seen: true });
const site: ConfigDefinition = {
  locales: ["en", "de"],
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
      fields: [
        TITLE,
        { name: "author", type: "relation", to: "author" },
        { name: "places", type: "relation", to: "place", many: true },
        { name: "parts", type: "array", of: { type: "object", fields: [{ name: "book", type: "relation", to: "book" }] } },
      ],
    },
    { name: "place", fields: [TITLE] },
    { name: "book", trash: true, fields: [TITLE] },
    { name: "story", translatable: true, fields: [TITLE, { name: "next", type: "relation", to: "story" }] },
    { name: "event", fields: [TITLE, { name: "at", type: "datetime" }] },
    { name: "own", fields: [TITLE] },
    { name: "pure", fields: [TITLE], hooks: { afterRead: { pure: true, run: stamp } } },
    { name: "impure", fields: [TITLE], hooks: { afterRead: stamp } },
    { name: "outside", cache: false, fields: [TITLE] },
    { name: "notice", global: true, fields: [TITLE] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "reader",
      permissions: {
        article: { read: { filter: { "author.name": "Ada" }, fields: { exclude: ["places"] } } },
        author: { read: true },
        place: { read: true },
        book: { read: true },
        story: { read: true },
        event: { read: { filter: { at: { $lte: "$NOW" } } } },
        own: { read: { filter: { _createdBy: "$CURRENT_USER" } } },
        pure: { read: true },
        impure: { read: true },
        outside: { read: true },
        notice: { read: true },
      },
    },
  ],
};

let service: TestService;
let reader: Client;
let admin: Client;
const ids: Record<string, string> = {};

beforeAll(async () => {
  service = await startService(site);
  [admin, reader] = [service.as("admin"), service.as("reader")];
  const make = async (entity: string, data: object) => (ids[entity] = (await admin.post(`/api/${entity}`, data)).json.data.id);
  await make("author", { name: "Ada" });
  await make("article", { title: "News", author: ids["author"] });
  for (const entity of ["place", "book", "story", "pure", "impure", "outside"]) await make(entity, { title: "One" });
  await admin.put("/api/notice", { title: "Closed" });
});
afterAll(() => service?.stop());

const dependsOf = async (caller: Client, path: string) => (await caller.get(path)).headers.get("x-cms-depends");

test("an answer depends on its own entity, and on those of its references, filters, order and row filters", async () => {
  const cases: [string, string][] = [
    ["/api/place", "place"],
    [`/api/place/${ids["place"]}`, "place"],
    ["/api/notice", "notice"],
    ["/api/article?fields=title", "article,author"],
    ["/api/article?fields=title&filter[parts.book.title]=x", "article,author,book"],
    ["/api/article?fields=title,author&resolve[author]=name&sort=author.name", "article,author"],
    ["/api/author?resolve[articles]=title", "article,author"],
    [`/api/story/${ids["story"]}?resolve[next]=title`, "story"],
    ["/api/story?locale=de&fallback=true", "story"],
    ["/api/pure", "pure"],
  ];
  for (const [path, entities] of cases)
    expect({ path, depends: await dependsOf(reader, path) }).toEqual({ path, depends: `identity role ${entities}` });
});

test("a reference that is not resolved depends on its entity where the record's row doesn't change with it", async () => {
  expect(await dependsOf(admin, "/api/article?fields=places")).toBe("identity role article,place");
});

test("the name of an owner depends on users, and on API keys for those who see them", async () => {
  expect(await dependsOf(admin, `/api/place/${ids["place"]}`)).toBe("identity role _api-keys,_user,place");
});

test("a missing record depends on the same as a present one", async () => {
  const path = "/api/place/0190a000-0000-7000-8000-000000000000";

  expect([(await reader.get(path)).status, await dependsOf(reader, path)]).toEqual([404, "identity role place"]);
});

test("what compares with the caller is an answer for the caller only", async () => {
  expect(await dependsOf(reader, "/api/own")).toMatch(/^identity caller (?:_\w+,)*own$/);
});

test("nothing is said about answers that can change without a write", async () => {
  const paths = [
    "/api/impure",
    `/api/impure/${ids["impure"]}`,
    "/api/outside",
    `/api/outside/${ids["outside"]}`,
    "/api/article?draft=true",
    `/api/article/${ids["article"]}?draft=true`,
    "/api/book?trashed=true",
    `/api/article/${ids["article"]}/versions`,
    "/api/admin/config",
    "/api/place?limit=nonsense",
  ];
  for (const path of paths) expect({ path, depends: await dependsOf(admin, path) }).toEqual({ path, depends: null });
  expect(await dependsOf(reader, "/api/event")).toBeNull(); // by the row filter
});

test("nothing is said about the answer to a write", async () => {
  const { headers } = await admin.put(`/api/place/${ids["place"]}`, { title: "Two" });

  expect(headers.get("x-cms-depends")).toBeNull();
});
