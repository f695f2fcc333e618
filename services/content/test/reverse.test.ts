import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const site: ConfigDefinition = {
  locales: ["en"],
  openapi: true,
  entities: [
    {
      name: "article",
      versions: true,
      fields: [
        { name: "title", type: "text", required: true },
        { name: "section", type: "select", options: ["culture", "sport"] },
        { name: "secret", type: "text" },
        { name: "author", type: "relation", to: "author" },
        { name: "helpers", type: "relation", to: "author", many: true },
      ],
    },
    {
      name: "author",
      fields: [
        { name: "name", type: "text", required: true },
        { name: "company", type: "relation", to: "company" },
        { name: "articles", type: "reverse", from: "article", field: "author" },
        { name: "helped", type: "reverse", from: "article", field: "helpers" },
        { name: "unseen", type: "reverse", from: "article", field: "author", hidden: true },
      ],
    },
    {
      name: "company",
      fields: [
        { name: "name", type: "text" },
        { name: "people", type: "reverse", from: "author", field: "company", title: "Its people" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "desk",
      permissions: {
        article: { read: { filter: { section: "culture" }, fields: { exclude: ["secret", "helpers"] } } },
        author: { read: true, update: true },
        company: { read: true },
      },
    },
    { name: "people", permissions: { author: { read: true, update: true } } },
    { name: "cut", permissions: { author: { read: { fields: { exclude: ["articles"] } }, update: true }, article: { read: true } } },
  ],
};

let service: TestService;
let admin: Client;
let desk: Client;
let anna = "";
let bert = "";
let company = "";

async function made(entity: string, data: object): Promise<string> {
  return (await admin.post(`/api/${entity}`, data)).json.data.id;
}

beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
  desk = service.as("desk");
  company = await made("company", { name: "Press" });
  anna = await made("author", { name: "Anna", company });
  bert = await made("author", { name: "Bert", company });
  await made("article", { title: "First", section: "culture", author: anna, secret: "x" });
  await made("article", { title: "Second", section: "sport", author: anna, helpers: [bert] });
  await made("article", { title: "Third", section: "culture", author: anna, helpers: [bert, anna] });
  await made("article", { title: "Fourth", section: "sport", author: bert });
});
afterAll(() => service?.stop());

const read = async (client: Client, path: string) => {
  const { status, json, text } = await client.get(path);
  if (status !== 200) throw new Error(text);
  return json.data;
};
const titles = (articles: readonly { title: string }[]) => articles.map(({ title }) => title);
const refusal = async (client: Client, path: string) => {
  const { status, json } = await client.get(path);
  return { status, details: json.error.details };
};

test("a reverse field is not stored, and absent unless it is resolved", async () => {
  expect(Object.keys(await read(admin, `/api/author/${anna}`))).toEqual([
    "id",
    "_type",
    "createdAt",
    "updatedAt",
    "publishedAt",
    "name",
    "company",
    "_createdBy",
    "_updatedBy",
  ]);
  const columns = await service.database.one<{ names: string[] }>({
    text: "select array_agg(column_name::text) as names from information_schema.columns where table_schema = 'content' and table_name = 'author'",
  });
  expect(columns?.names.toSorted()).toEqual([
    "company",
    "created_at",
    "created_by",
    "created_by_kind",
    "id",
    "name",
    "published_at",
    "updated_at",
    "updated_by",
    "updated_by_kind",
    "version",
  ]);
  expect((await refusal(admin, "/api/author?fields=articles")).details).toEqual([
    { field: "fields", message: "there is no field articles" },
  ]);
});

test("resolve returns the newest 25 that the caller may read, with the requested fields", async () => {
  const record = await read(admin, `/api/author/${anna}?resolve[articles]=title,section&fields=name`);
  expect(record.articles.map(({ id: _, ...rest }: { id: string }) => rest)).toEqual([
    { title: "Third", section: "culture" },
    { title: "Second", section: "sport" },
    { title: "First", section: "culture" },
  ]);
  const list = await read(admin, "/api/author?resolve[articles]=title&resolve[helped]=title&sort=name");
  expect(list.map(({ articles, helped }: any) => [titles(articles), titles(helped)])).toEqual([
    [["Third", "Second", "First"], ["Third"]],
    [["Fourth"], ["Third", "Second"]],
  ]);

  const busy = await made("author", { name: "Busy" });
  const ids: string[] = [];
  for (let n = 1; n <= 27; n += 1) ids.push(await made("article", { title: `No. ${n}`, author: busy }));
  const { articles, _count } = await read(admin, `/api/author/${busy}?resolve[articles]=title&resolve[articles.$count]=true`);
  expect(titles(articles)).toEqual(Array.from({ length: 25 }, (_, at) => `No. ${27 - at}`));
  expect(_count).toEqual({ articles: 27 });
  for (const path of [...ids.map((id) => `article/${id}`), `author/${busy}`]) await admin.delete(`/api/${path}`);
});

test("row filters and excluded fields of the other entity apply to data and counts", async () => {
  const record = await read(desk, `/api/author/${anna}?resolve[articles]=*&resolve[articles.$count]=true`);

  expect(titles(record.articles)).toEqual(["Third", "First"]);
  expect(record._count).toEqual({ articles: 2 });
  for (const article of record.articles) expect(article).not.toHaveProperty("secret");
  expect(titles((await read(desk, `/api/author/${bert}?resolve[articles]=title`)).articles)).toEqual([]);
  expect((await refusal(desk, `/api/author/${anna}?resolve[articles]=secret`)).details).toEqual([
    { field: "resolve[articles]", message: "there is no field secret" },
  ]);
});

test("a reverse field whose relation or entity the caller can't read, or that is hidden or excluded, is an unknown field", async () => {
  const unknown = (field: string) => [{ field, message: expect.stringMatching(/^there is no field /) }];

  for (const [client, name] of [
    [desk, "helped"],
    [service.as("people"), "articles"],
    [service.as("cut"), "articles"],
    [admin, "unseen"],
    [admin, "nothing"],
  ] as const) {
    expect((await refusal(client, `/api/author?resolve[${name}]=title`)).details).toEqual(unknown(`resolve[${name}]`));
    expect((await refusal(client, `/api/author?resolve[${name}.$count]=true`)).details).toEqual(unknown(`resolve[${name}.$count]`));
    expect((await refusal(client, `/api/author?filter[${name}.title]=First`)).details).toEqual(unknown(`filter[${name}.title]`));
    expect((await client.put(`/api/author/${anna}`, { [name]: [] })).status).toBe(400);
  }
  expect((await refusal(desk, "/api/author?filter[articles.secret]=x")).details).toEqual(unknown("filter[articles.secret]"));
});

test("a filter by it matches any record that the caller may read, also inside $not", async () => {
  const names = async (client: Client, query: string) => {
    const { json, text, status } = await client.get(`/api/author?sort=name&${query}`);
    if (status !== 200) throw new Error(text);
    return [json.data.map(({ name }: { name: string }) => name).join(), json.meta.total];
  };

  expect(await names(admin, "filter[articles.section]=sport")).toEqual(["Anna,Bert", 2]);
  expect(await names(admin, "filter[articles.title]=First&count=exact")).toEqual(["Anna", 1]);
  expect(await names(admin, "filter[$not][articles.section]=culture")).toEqual(["Bert", 1]);
  expect(await names(admin, "filter[helped.title]=Third")).toEqual(["Anna,Bert", 2]);
  expect(await names(admin, "filter[articles.helpers.name]=Bert")).toEqual(["Anna", 1]);
  expect(await names(desk, "filter[articles.section]=sport")).toEqual(["", 0]);
  expect(await names(desk, "filter[$not][articles.title]=Fourth")).toEqual(["Anna,Bert", 2]);
  expect((await refusal(admin, "/api/author?filter[articles]=x")).status).toBe(400);
  expect((await refusal(admin, "/api/author?sort=articles.title")).status).toBe(400);
});

test("$count alone returns their number", async () => {
  expect(await read(admin, `/api/author/${anna}?fields=name&resolve[articles.$count]=true&resolve[helped.$count]=true`)).toEqual({
    id: anna,
    name: "Anna",
    _count: { articles: 3, helped: 1 },
  });
  expect((await refusal(admin, "/api/author?resolve[articles.$count]=title")).details).toEqual([
    { field: "resolve[articles.$count]", message: "must be true" },
  ]);
  expect((await refusal(admin, "/api/author?resolve[company.$count]=true")).details).toEqual([
    { field: "resolve[company.$count]", message: "company is not a reverse field" },
  ]);
});

test("they are resolved inside resolved records, and resolve relations of their own", async () => {
  const record = await read(
    admin,
    `/api/company/${company}?resolve[people]=name&resolve[people.articles]=title&resolve[people.articles.helpers]=name`,
  );

  expect(record.people.map(({ name }: { name: string }) => name)).toEqual(["Bert", "Anna"]);
  expect(record.people[1].articles[0]).toMatchObject({ title: "Third", helpers: [{ name: "Bert" }, { name: "Anna" }] });
  expect(await read(admin, `/api/author/${anna}?fields=name&resolve[company]=name&resolve[company.people.$count]=true`)).toEqual({
    id: anna,
    name: "Anna",
    company: { id: company, _count: { people: 2 }, name: "Press" },
  });
});

test("a reverse field in a body is ignored, so that what was read can be sent back", async () => {
  const whole = await read(admin, `/api/author/${anna}?resolve[articles]=*&resolve[articles.$count]=true`);

  const answer = await admin.put(`/api/author/${anna}`, whole);

  expect(answer.status).toBe(200);
  expect(answer.json.data).not.toHaveProperty("articles");
  expect((await admin.post("/api/author", { name: "New", articles: "anything" })).status).toBe(201);
  expect(titles((await read(admin, `/api/author/${anna}?resolve[articles]=title`)).articles)).toEqual(["Third", "Second", "First"]);
});

test("only live records count, like for relations, and the answer's ETag changes with them", async () => {
  const path = `/api/author/${bert}?resolve[articles]=title&resolve[articles.$count]=true`;
  const before = (await admin.get(path)).headers.get("etag");
  const draft = (await admin.post("/api/article?draft=true", { title: "Draft", author: bert })).json.data.id;
  expect((await admin.get(path)).headers.get("etag")).toBe(before);

  await admin.post(`/api/article/${draft}/publish`);

  const after = await admin.get(path);
  expect(after.json.data._count).toEqual({ articles: 2 });
  expect(after.headers.get("etag")).not.toBe(before);
});

test("the admin configuration and the description contain those that a role may resolve", async () => {
  const fieldsOf = async (client: Client) => {
    const { json } = await client.get("/api/admin/config");
    const found = json.data.entities.find(({ name }: { name: string }) => name === "author");
    return found.fields.map(({ name }: { name: string }) => name);
  };
  expect(await fieldsOf(admin)).toEqual(["name", "company", "articles", "helped"]);
  expect(await fieldsOf(desk)).toEqual(["name", "company", "articles"]);
  expect(await fieldsOf(service.as("people"))).toEqual(["name"]);

  const described = (await desk.get("/openapi.json")).json;
  const names = described.paths["/api/author"].get.parameters.map(({ name }: { name?: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["resolve[articles]", "resolve[articles.$count]", "filter[articles.section]"]));
  expect(names).not.toContain("resolve[helped]");
  expect(described.components.schemas.AuthorRecord.properties.articles).toMatchObject({ type: "array", maxItems: 25 });
});
