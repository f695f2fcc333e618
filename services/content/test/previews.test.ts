import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { newId } from "@colophon/database";
import { startService, type Client, type TestService } from "./support/service.ts";

const site: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    { name: "author", fields: [{ name: "name", type: "text" }] },
    { name: "vault", fields: [{ name: "name", type: "text" }] },
    {
      name: "article",
      versions: true,
      admin: { preview: "/articles/{slug}?from={seo.place}#top" },
      fields: [
        { name: "title", type: "text" },
        { name: "slug", type: "text" },
        { name: "state", type: "text" },
        { name: "owner", type: "text" },
        { name: "note", type: "text" },
        { name: "secret", type: "text" },
        { name: "seo", type: "object", fields: [{ name: "place", type: "text" }] },
        { name: "author", type: "relation", to: "author" },
        { name: "vaulted", type: "relation", to: "vault" },
        { name: "authors", type: "relation", to: "author", many: true },
        { name: "hiddenAuthors", type: "relation", to: "author", many: true },
      ],
    },
    {
      name: "leaflet",
      versions: true,
      translatable: true,
      admin: {
        preview: ({ record, locale }) => (record["title"] === "bad" ? missing() : `https://site.test/${locale}/${record["title"]}?a=1`),
      },
      fields: [{ name: "title", type: "text" }],
    },
    { name: "tag", fields: [{ name: "name", type: "text" }] },
    { name: "settings", global: true, versions: true, fields: [{ name: "title", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        article: { read: { filter: { state: { $ne: "gone" } }, fields: { exclude: ["secret", "hiddenAuthors"] } }, update: true },
        author: { read: true },
      },
    },
    { name: "reviewer", permissions: { article: { read: { filter: { state: { $ne: "gone" } }, drafts: true } } } },
    {
      name: "own",
      permissions: { article: { read: { filter: { owner: "$CURRENT_USER" } }, update: { filter: { owner: "$CURRENT_USER" } } } },
    },
    {
      name: "guest",
      public: true,
      permissions: {
        article: { read: { filter: { state: "open" }, fields: { exclude: ["note"] } } },
        author: { read: { filter: { name: { $ne: "Nobody" } } } },
        leaflet: { read: true },
        settings: { read: true },
        tag: { read: true },
      },
    },
  ],
};

function missing(): never {
  throw new Error("no page for it");
}

let service: TestService;
let admin: Client;
let guest: Client;

beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin", service.adminId);
  guest = service.anonymous();
});

afterAll(() => service.stop());

/** A published article with a draft. */
async function article(live: object, draft: object | null): Promise<string> {
  const { json } = await admin.post("/api/article", { state: "open", ...live });
  if (draft) await admin.put(`/api/article/${json.data.id}?draft=true`, draft);
  return json.data.id;
}
const linkTo = async (id: string, by: Client = admin, entity = "article"): Promise<string> =>
  (await by.post(`/api/${entity}/${id}/preview`)).json.data.token;
async function person(role: string): Promise<{ id: string; client: Client }> {
  const { json } = await admin.post("/api/_user", { email: `${newId()}@example.com`, role });
  return { id: json.data.id, client: service.as(role, json.data.id) };
}

test("a link has a token, a URL with the record's percent-encoded values and the token, and expires within 24 hours", async () => {
  const id = await article({ slug: "old" }, { slug: "ä b/c?", seo: { place: "home & away" } });

  const { status, json } = await admin.post(`/api/article/${id}/preview`);

  const { token, url, expiresAt } = json.data;
  expect(status).toBe(201);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(url).toBe(`/articles/${encodeURIComponent("ä b/c?")}?from=home%20%26%20away&preview=${token}#top`);
  expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000 + 1_000);
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
});

test("the URL may come from a function of the record and its locale; without one, or if it fails, url is null", async () => {
  const leaflet = async (title: string) => (await admin.post("/api/leaflet?draft=true", { title, locale: "de" })).json.data.id;
  const urlOf = async (path: string) => (await admin.post(path)).json.data;

  const good = await urlOf(`/api/leaflet/${await leaflet("good")}/preview`);
  const bad = await urlOf(`/api/leaflet/${await leaflet("bad")}/preview`);
  await admin.put("/api/settings?draft=true", { title: "New" });
  const none = await urlOf("/api/settings/preview");

  expect(good.url).toBe(`https://site.test/de/good?a=1&preview=${good.token}`);
  expect([bad.url, none.url]).toEqual([null, null]);
  expect(service.lines.join("")).toContain("no page for it");
});

test("only the token's hash is stored, and no token is logged", async () => {
  const id = await article({}, { title: "New" });
  const token = await linkTo(id);

  await guest.get(`/api/article/${id}?preview=${token}`);
  await guest.get(`/api/article?preview=${token}&sort=wrong`);

  const stored = await service.database.run({ text: "select p::text as row from cms.previews p" });
  expect(JSON.stringify(stored)).not.toContain(token);
  expect(service.lines.join("")).not.toContain(token);
});

test("creating a link requires draft reads of the record", async () => {
  const id = await article({ state: "gone" }, { title: "New" });
  const open = await article({}, { title: "New" });
  const statusOf = async (client: Client, of: string) => (await client.post(`/api/article/${of}/preview`)).status;

  expect(await statusOf(guest, open)).toBe(403);
  expect(await statusOf(service.as("reviewer"), open)).toBe(201);
  expect(await statusOf(service.asKey("editor"), open)).toBe(201);
  expect(await statusOf(service.as("reviewer"), id)).toBe(404);
  expect(await statusOf(service.as("own"), open)).toBe(404);
  expect(await statusOf(admin, newId())).toBe(404);
  expect((await admin.post(`/api/tag/${newId()}/preview`)).status).toBe(404); // without versions
  expect((await admin.post(`/api/article/${open}/preview?a=1`)).status).toBe(400);
});

test("a read with the token shows the record's draft to every caller who may read the entity", async () => {
  const id = await article({ title: "Live" }, { title: "Draft", state: "closed" });
  const unpublished = (await admin.post("/api/article?draft=true", { title: "Never published" })).json.data.id;
  const [token, other] = [await linkTo(id), await linkTo(unpublished)];

  const live = await guest.get(`/api/article/${id}`);
  const shown = await guest.get(`/api/article/${id}?preview=${token}`);
  const never = await guest.get(`/api/article/${unpublished}?fields=title,_status&preview=${other}`);

  expect(live.json.data.title).toBe("Live");
  expect(shown.json.data).toMatchObject({ id, title: "Draft", state: "closed", _status: "modified" });
  expect(never.json.data).toEqual({ id: unpublished, title: "Never published", _status: "draft" });
  expect((await guest.get(`/api/article/${unpublished}?preview=${token}`)).status).toBe(404); // another record's token
  expect((await guest.get(`/api/article/${unpublished}`)).status).toBe(404);
  expect((await service.as("none").get(`/api/article/${id}?preview=${token}`)).status).toBe(403);
});

test("lists use the draft for filtering, sorting, counting and paging", async () => {
  const group = newId();
  const id = await article({ title: "b", owner: group }, { title: "z" });
  for (const title of ["a", "c"]) await article({ title, owner: group }, null);
  const token = await linkTo(id);
  const titlesOf = async (query: string, client = guest) => {
    const { json } = await client.get(`/api/article?filter[owner]=${group}&${query}`);
    return [json.data.map(({ title }: { title: string }) => title), json.meta.total];
  };

  expect(await titlesOf("sort=title")).toEqual([["a", "b", "c"], 3]);
  expect(await titlesOf(`sort=title&preview=${token}`)).toEqual([["a", "c", "z"], 3]);
  expect(await titlesOf(`filter[title]=b&preview=${token}`)).toEqual([[], 0]);
  expect(await titlesOf(`filter[title]=z&preview=${token}`)).toEqual([["z"], 1]);
  expect(await titlesOf("filter[title]=z")).toEqual([[], 0]);
  const first = (await guest.get(`/api/article?filter[owner]=${group}&sort=title&limit=2&cursor=&preview=${token}`)).json;
  const second = await titlesOf(`sort=title&limit=2&preview=${token}&cursor=${first.meta.nextCursor}`);
  expect([first.data.map(({ title }: { title: string }) => title), second[0]]).toEqual([["a", "c"], ["z"]]);
});

test("the row is read with the current permissions of the token's creator", async () => {
  const { id: userId, client } = await person("own");
  const id = await article({ owner: userId }, { title: "Mine" });
  const token = await linkTo(id, client);
  const read = async () => (await guest.get(`/api/article/${id}?preview=${token}`)).status;
  const listed = async () => (await guest.get(`/api/article?filter[id]=${id}&preview=${token}`)).json.meta.total;

  expect([await read(), await listed()]).toEqual([200, 1]);
  await admin.put(`/api/article/${id}?draft=true`, { owner: "someone else" });
  expect([await read(), await listed()]).toEqual([404, 0]); // the draft left the filter
  await admin.put(`/api/article/${id}?draft=true`, { owner: userId });
  expect(await read()).toBe(200);
  await admin.put(`/api/_user/${userId}`, { role: "guest" });
  expect([await read(), await listed()]).toEqual([404, 0]); // may no longer read drafts
  await admin.put(`/api/_user/${userId}`, { role: "own" });
  expect(await read()).toBe(200);
  await admin.delete(`/api/_user/${userId}`);
  expect(await read()).toBe(401);
});

test("the answer contains the fields that both may read", async () => {
  const authors = [(await admin.post("/api/author", { name: "Ines" })).json.data.id];
  const values = { note: "N", secret: "S", authors, hiddenAuthors: authors };
  const id = await article({ title: "One" }, { ...values, title: "Draft" });
  const other = await article({ ...values, title: "Two" }, null);
  const { client } = await person("editor"); // not the secret; the guest not the note
  const token = await linkTo(id, client);

  const shown = (await guest.get(`/api/article/${id}?preview=${token}`)).json.data;
  const { data } = (await guest.get(`/api/article?filter[id][$in]=${id},${other}&sort=-title&preview=${token}`)).json;

  expect(shown).toMatchObject({ title: "Draft", authors });
  for (const name of ["note", "secret", "hiddenAuthors"]) expect(shown).not.toHaveProperty(name);
  expect(data.map(({ title, secret, hiddenAuthors }: Record<string, unknown>) => [title, secret, hiddenAuthors])).toEqual([
    ["Two", "S", authors],
    ["Draft", null, []],
  ]);
  expect(JSON.stringify(data)).not.toContain('"note"');
  expect((await guest.get(`/api/article?filter[secret]=S&filter[id]=${id}&preview=${token}`)).json.meta.total).toBe(0);
  expect(
    (await guest.get(`/api/article?filter[hiddenAuthors][$has]=${authors[0]}&filter[id]=${id}&preview=${token}`)).json.meta.total,
  ).toBe(0);
});

test("relations and everything else are read with the reader's own permissions", async () => {
  const [nobody, ines] = await Promise.all(
    ["Nobody", "Ines"].map(async (name) => (await admin.post("/api/author", { name })).json.data.id),
  );
  const vaulted = (await admin.post("/api/vault", { name: "V" })).json.data.id;
  const id = await article({}, { title: "Draft", author: nobody, authors: [nobody, ines], vaulted });
  const other = await article({ title: "Other" }, { title: "Other's draft" });
  const token = await linkTo(id);

  const { data } = (await guest.get(`/api/article/${id}?resolve[author]=name&resolve[authors]=name&preview=${token}`)).json;

  expect(data).toMatchObject({ author: null, authors: [{ id: ines, name: "Ines" }], vaulted: null });
  expect((await guest.get(`/api/article/${other}?preview=${token}`)).json.data.title).toBe("Other");
  expect((await guest.get(`/api/article?filter[id]=${other}&preview=${token}`)).json.data[0].title).toBe("Other");
  expect((await guest.get(`/api/author/${ines}?preview=${token}`)).json.data.name).toBe("Ines"); // a token of another entity changes nothing
  expect((await guest.get(`/api/author?filter[id]=${nobody}&preview=${token}`)).json.meta.total).toBe(0);
});

test("an unknown or ended token is 401; a malformed query is 400", async () => {
  const id = await article({}, { title: "New" });
  const token = await linkTo(id);
  const statusOf = async (query: string) => (await guest.get(`/api/article/${id}?${query}`)).status;

  expect(await statusOf("preview=unknown")).toBe(401);
  expect(await statusOf("preview=")).toBe(401);
  expect((await guest.get("/api/article?preview=unknown")).status).toBe(401);
  expect((await service.as("none").get("/api/article?preview=unknown")).status).toBe(403);
  expect(await statusOf(`preview=${token}&preview=${token}`)).toBe(400);
  expect((await admin.get(`/api/article/${id}?preview=${token}&draft=true`)).status).toBe(400);
  await service.database.run({ text: "update cms.previews set expires_at = now()" });
  expect(await statusOf(`preview=${token}`)).toBe(401);
});

test("DELETE, which requires update, ends all links of the record and no others", async () => {
  const [id, other] = [await article({}, { title: "New" }), await article({}, { title: "New" })];
  const [token, second, kept] = [await linkTo(id), await linkTo(id), await linkTo(other)];
  const statusOf = async (of: string, with_: string) => (await guest.get(`/api/article/${of}?preview=${with_}`)).status;

  expect((await service.as("reviewer").delete(`/api/article/${id}/preview`)).status).toBe(403);
  expect((await service.as("own").delete(`/api/article/${id}/preview`)).status).toBe(404);
  expect(await statusOf(id, token)).toBe(200);
  const ended = await admin.delete(`/api/article/${id}/preview`);

  expect([ended.status, ended.json]).toEqual([200, { data: { id } }]);
  expect([await statusOf(id, token), await statusOf(id, second), await statusOf(other, kept)]).toEqual([401, 401, 200]);
});

test("a record has at most 20 links: a further one ends the oldest", async () => {
  const id = await article({}, { title: "New" });
  const tokens: string[] = [];
  for (let made = 0; made < 21; made++) tokens.push(await linkTo(id));

  const statuses = await Promise.all(tokens.map(async (token) => (await guest.get(`/api/article/${id}?preview=${token}`)).status));

  expect(statuses).toEqual([401, ...Array(20).fill(200)]);
});

test("answers are not cached, and the link is not sent as a referrer", async () => {
  const id = await article({}, { title: "New" });
  const token = await linkTo(id);
  const headersOf = ({ headers }: { headers: Headers }) => [headers.get("cache-control"), headers.get("referrer-policy")];

  const answers = await Promise.all(
    [`/api/article/${id}?preview=${token}`, `/api/article?preview=${token}`].map((path) => guest.get(path)),
  );

  for (const answer of answers) expect(headersOf(answer)).toEqual(["no-store", "no-referrer"]);
  expect(headersOf(await admin.post(`/api/article/${id}/preview`))).toEqual(["no-store", "no-referrer"]);
  expect(headersOf(await guest.get(`/api/article/${id}`))[0]).not.toBe("no-store");
});

test("a global's draft is shown too", async () => {
  await admin.put("/api/settings", { title: "Live" });
  await admin.put("/api/settings?draft=true", { title: "Draft" });
  const token = (await admin.post("/api/settings/preview")).json.data.token;

  expect((await guest.get("/api/settings")).json.data.title).toBe("Live");
  expect((await guest.get(`/api/settings?preview=${token}`)).json.data.title).toBe("Draft");
});

test("the previewed language of a translation group is used as if it were published", async () => {
  const english = (await admin.post("/api/leaflet", { title: "English", locale: "en" })).json.data;
  const german = (await admin.post(`/api/leaflet/${english.id}/translate`, { locale: "de" })).json.data.id;
  await admin.put(`/api/leaflet/${german}?draft=true`, { title: "Deutsch" });
  await admin.post(`/api/leaflet/${german}/unpublish`);
  const token = await linkTo(german, admin, "leaflet");
  const titlesOf = async (query: string) => {
    const { json } = await guest.get(`/api/leaflet?filter[translationGroup]=${english.translationGroup}&locale=de&fallback=true${query}`);
    return json.data.map(({ title }: { title: string }) => title);
  };

  expect(await titlesOf("")).toEqual(["English"]);
  expect(await titlesOf(`&preview=${token}`)).toEqual(["Deutsch"]);
});
