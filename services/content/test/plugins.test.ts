import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { redirects } from "@colophon/plugins/redirects";
import { seo } from "@colophon/plugins/seo";
import { startService, type Client, type TestService } from "./support/service.ts";

const config: ConfigDefinition = {
  entities: [
    {
      name: "article",
      versions: true,
      fields: [
        { name: "title", type: "text", required: true },
        { name: "slug", type: "slug", from: "title" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { article: { create: true, read: true, update: true } } },
    { name: "guest", public: true, permissions: { article: { read: { filter: { title: { $ne: "Hidden" } } } } } },
  ],
  plugins: [
    seo({ url: "https://www.example.com/", pages: { article: "/articles/{slug}" } }),
    redirects({ pages: { article: "/articles/{slug}" }, editors: ["editor"] }),
  ],
};

let service: TestService;
let editor: Client;
let guest: Client;

beforeAll(async () => {
  service = await startService(config);
  editor = service.as("editor");
  guest = service.as("guest");
});
afterAll(() => service.stop());

const create = async (title: string, more: object = {}) => (await editor.post("/api/article", { title, ...more })).json.data;
const redirectsOf = async () => {
  const { json } = await guest.get("/api/redirect?sort=from&limit=100");
  return json.data.map(({ from, to }: { from: string; to: string }) => [from, to]);
};

describe("the sitemap", () => {
  test("lists the addresses of records that the caller may read, without drafts and excluded records", async () => {
    await create("Shown & bright");
    await create("Hidden");
    await create("Unlisted", { seo: { noIndex: true } });
    await editor.post("/api/article?draft=true", { title: "Draft" });

    const { text, headers } = await guest.get("/api/custom/sitemap");

    expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      "https://www.example.com/articles/shown-bright",
    ]);
  });

  test("lists all pages of a long list", async () => {
    await service.database.pool.query(
      `insert into content.article (id, version, created_at, updated_at, published_at, title, slug)
        select gen_random_uuid(), 1, now(), now(), now(), 'Many', 'many-' || n from generate_series(1, 1200) n`,
    );

    const { text } = await guest.get("/api/custom/sitemap");

    expect(text.match(/many-\d+<\/loc>/g)).toHaveLength(1200);
  });
});

describe("redirects", () => {
  test("a published record whose path changes gets a redirect, and redirects to the old path lead to the new one", async () => {
    const { id } = await create("First", { slug: "first" });

    await editor.put(`/api/article/${id}`, { slug: "second" });
    await editor.put(`/api/article/${id}`, { slug: "third" });

    expect(await redirectsOf()).toEqual([
      ["/articles/first", "/articles/third"],
      ["/articles/second", "/articles/third"],
    ]);
  });

  test("a path that is used again is no longer redirected", async () => {
    const { id } = await create("There", { slug: "there" });

    await editor.put(`/api/article/${id}`, { slug: "elsewhere" });
    await editor.put(`/api/article/${id}`, { slug: "there" });

    expect((await redirectsOf()).filter(([from]: [string]) => from.includes("there") || from.includes("elsewhere"))).toEqual([
      ["/articles/elsewhere", "/articles/there"],
    ]);
  });

  test("a draft creates no redirect until it is published", async () => {
    const { id } = await create("Drafted", { slug: "drafted" });
    const about = async () => (await redirectsOf()).filter(([from]: [string]) => from === "/articles/drafted");

    await editor.put(`/api/article/${id}?draft=true`, { slug: "redrafted" });
    const before = await about();
    await editor.post(`/api/article/${id}/publish`);

    expect(before).toEqual([]);
    expect(await about()).toEqual([["/articles/drafted", "/articles/redrafted"]]);
  });

  test("everybody may read redirects, only the named roles and admins may change them", async () => {
    const body = { from: "/old", to: "/new" };

    expect((await guest.post("/api/redirect", body)).status).toBe(403);
    expect((await editor.post("/api/redirect", body)).status).toBe(201);
    expect((await editor.post("/api/redirect", { from: "old", to: "/new" })).status).toBe(400);
  });
});
