import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { startService, type Client, type Reply, type TestService } from "./support/service.ts";

const site: ConfigDefinition = {
  entities: [
    {
      name: "article",
      versions: true,
      fields: [
        { name: "title", type: "text", required: true },
        { name: "author", type: "relation", to: "author" },
        { name: "others", type: "relation", to: "author", many: true },
        { name: "vault", type: "relation", to: "vault" },
      ],
    },
    {
      name: "author",
      fields: [
        { name: "name", type: "text", index: true },
        { name: "born", type: "date" },
        { name: "salary", type: "number" },
        { name: "active", type: "boolean" },
        { name: "pen", type: "json" },
        { name: "company", type: "relation", to: "company" },
      ],
    },
    { name: "company", fields: [{ name: "name", type: "text" }] },
    { name: "vault", fields: [{ name: "name", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "desk",
      permissions: {
        article: { read: true, update: true },
        author: { read: { filter: { active: true }, fields: { exclude: ["salary"] } } },
        company: { read: true },
      },
    },
  ],
};

let service: TestService;
let admin: Client;
let desk: Client;

async function made(entity: string, data: object): Promise<string> {
  return (await admin.post(`/api/${entity}`, data)).json.data.id;
}

/** Titles: the author's initial, and a number. `x` has no author, `n` one without a name, `o` an inactive one. */
const TITLES = ["b1", "x1", "a1", "o1", "n1", "c1", "a2", "x2", "b2", "o2"];

beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
  desk = service.as("desk");
  const [zeta, alpha] = [await made("company", { name: "Zeta" }), await made("company", { name: "Alpha" })];
  const authors: Record<string, string> = {
    a: await made("author", { name: "anna", born: "1980-01-01", active: true, company: zeta }),
    b: await made("author", { name: "Bert", born: "1970-01-01", active: true, company: alpha }),
    c: await made("author", { name: "cleo", born: "1990-01-01", active: true }),
    n: await made("author", { active: true }),
    o: await made("author", { name: "Omar", born: "1960-01-01", active: false, company: alpha }),
  };
  for (const title of TITLES) await made("article", { title, author: authors[title.charAt(0)] });
});
afterAll(() => service?.stop());

async function titles(client: Client, query: string): Promise<string> {
  const { status, json, text } = await client.get(`/api/article?${query}`);
  if (status !== 200) throw new Error(text);
  return json.data.map(({ title }: { title: string }) => title).join(" ");
}

/** The same by cursors, `limit` at a time. */
async function paged(client: Client, query: string, limit: number): Promise<string> {
  const pages: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Reply = await client.get(`/api/article?${query}&limit=${limit}&cursor=${encodeURIComponent(cursor)}`);
    pages.push(...page.json.data.map(({ title }: { title: string }) => title));
    cursor = page.json.meta.nextCursor;
  }
  return pages.join(" ");
}

const ORDERS: readonly (readonly [string, string])[] = [
  ["sort=author.name,title", "a1 a2 b1 b2 c1 o1 o2 n1 x1 x2"],
  ["sort=-author.name,title", "o1 o2 c1 b1 b2 a1 a2 n1 x1 x2"],
  ["sort=-author.name,-title", "o2 o1 c1 b2 b1 a2 a1 x2 x1 n1"],
  ["sort=author.born,-title", "o2 o1 b2 b1 a2 a1 c1 x2 x1 n1"],
  ["sort=author.company.name,author.name,title", "b1 b2 o1 o2 a1 a2 c1 n1 x1 x2"],
  ["sort=-author.company.name,title", "a1 a2 b1 b2 o1 o2 c1 n1 x1 x2"],
  ["sort=author.active,-author.name,title", "o1 o2 c1 b1 b2 a1 a2 n1 x1 x2"],
];

test.each(ORDERS)("%s sorts by values of related records, with missing values last in both directions", async (query, expected) => {
  expect(await titles(admin, query)).toBe(expected);
});

test.each(ORDERS)("%s gives the same rows in the same order by cursors and by offsets, of drafts too", async (query, expected) => {
  for (const limit of [1, 3, 10]) expect(await paged(admin, query, limit)).toBe(expected);
  expect(await paged(admin, `${query}&draft=true`, 3)).toBe(expected);
  expect(`${await titles(admin, `${query}&limit=4`)} ${await titles(admin, `${query}&limit=6&offset=4`)}`).toBe(expected);
});

test("values that the caller can't read are sorted like null, together with missing ones", async () => {
  const expected = "a1 a2 b1 b2 c1 n1 o1 o2 x1 x2";

  expect(await titles(desk, "sort=author.name,title")).toBe(expected);
  expect(await paged(desk, "sort=author.name,title", 3)).toBe(expected);
  expect(await titles(desk, "sort=-author.company.name,title")).toBe("a1 a2 b1 b2 c1 n1 o1 o2 x1 x2");
  expect(await paged(desk, "sort=author.name,title&draft=true", 2)).toBe(expected);
});

test("a cursor of a caller who can't read the value doesn't contain it", async () => {
  const page = (await desk.get("/api/article?sort=author.name,title&limit=7&cursor=")).json;

  expect(page.data.at(-1).title).toBe("o1");
  expect(Buffer.from(page.meta.nextCursor, "base64url").toString()).not.toContain("Omar");
});

test("a field that the caller can't read, or that can't be sorted, is refused like a field of the record itself", async () => {
  const refusal = async (client: Client, sort: string) => {
    const { status, json } = await client.get(`/api/article?sort=${sort}`);
    return { status, details: json.error.details };
  };
  const refused = (message: string) => ({ status: 400, details: [{ field: "sort", message }] });

  expect(await refusal(desk, "author.salary")).toEqual(refused("there is no field author.salary"));
  expect(await refusal(admin, "author.wage")).toEqual(refused("there is no field author.wage"));
  expect(await refusal(desk, "vault.name")).toEqual(refused("there is no field vault.name"));
  expect(await refusal(desk, "author._status")).toEqual(refused("there is no field author._status"));
  expect(await refusal(admin, "others.name")).toEqual(refused("can't sort by others.name"));
  expect(await refusal(admin, "author.pen")).toEqual(refused("can't sort by author.pen"));
  expect(await refusal(admin, "title.name")).toEqual(refused("can't sort by title.name"));
  expect((await refusal(admin, "author.company.a.b.c")).details).toEqual([{ field: "sort", message: "may follow at most 3 relations" }]);
});

test("a draft's relation is used in a list of drafts, with q and filters", async () => {
  const { id } = (await admin.get("/api/article?filter[title]=x2")).json.data[0];
  const author = (await admin.get("/api/author?filter[name]=anna")).json.data[0].id;
  await admin.put(`/api/article/${id}?draft=true`, { author, title: "a0" });

  expect(await titles(admin, "draft=true&sort=author.name,title&limit=3")).toBe("a0 a1 a2");
  expect(await paged(admin, "draft=true&sort=author.name,title&filter[author.name][$in]=anna,Bert", 2)).toBe("a0 a1 a2 b1 b2");
  expect(await titles(admin, "sort=author.name,title&filter[author.name][$in]=anna,Bert")).toBe("a1 a2 b1 b2");
  await admin.delete(`/api/article/${id}?draft=true`);
});

test("records that are created between two pages don't change the following pages", async () => {
  const first = (await admin.get("/api/article?sort=author.name,title&limit=5&cursor=")).json;
  const author = (await admin.get("/api/author?filter[name]=anna")).json.data[0].id;
  const id = await made("article", { title: "a9", author });

  const next = (await admin.get(`/api/article?sort=author.name,title&limit=5&cursor=${encodeURIComponent(first.meta.nextCursor)}`)).json;

  expect(next.data.map(({ title }: { title: string }) => title)).toEqual(["o1", "o2", "n1", "x1", "x2"]);
  await admin.delete(`/api/article/${id}`);
});
