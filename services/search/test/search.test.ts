import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@colophon/database";
import { startService, type Hit, type TestService } from "./support/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());
beforeEach(() => service.run({ text: "truncate content.book, content.paper, content.leaflet, content.site, content.menu" }));

const find = async (role: string, q: string, more = ""): Promise<readonly Hit[]> => {
  const { status, text, json } = await service.get(role, `?q=${encodeURIComponent(q)}${more}`);
  if (status !== 200) throw new Error(text);
  return json.results;
};
const idsOf = (hits: readonly Hit[]) => hits.map(({ document }) => document["id"]);

test("the answer is that of the contract: the query and a flat list of results", async () => {
  const seo = JSON.stringify({ headline: "Needles", plain: "no", deep: { note: "n" } });
  const id = await service.insert("book", {
    title: "A Needle",
    slug: "a-needle",
    shelf: "open",
    flags: ["worn"],
    plain: "no",
    secret: "no",
    seo,
  });
  const site = await service.insert("site", { name: "needle" });

  const { status, headers, json } = await service.get("admin", "?q=NEEDLE");

  const time = expect.stringMatching(/^2026-01-01T00:\d\d:\d\d\.000Z$/);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("cache-control")).toBe("private, no-cache");
  expect(json).toEqual({
    query: "NEEDLE",
    results: [
      {
        entity: "book",
        global: false,
        document: {
          id,
          _entity: "book",
          createdAt: time,
          updatedAt: time,
          title: "A Needle",
          slug: "a-needle",
          shelf: "open",
          flags: ["worn"],
          notes: null,
          seo: { headline: "Needles", deep: { note: "n" } },
        },
      },
      { entity: "site", global: true, document: { id: site, _entity: "site", createdAt: time, updatedAt: time, name: "needle" } },
    ],
  });
});

test("the query is returned unchanged, with quotes and spaces", async () => {
  const { json } = await service.get("admin", `?q=${encodeURIComponent(' "a\\ 📚')}`);

  expect(json).toEqual({ query: ' "a\\ 📚', results: [] });
});

test("content that a role may not read is neither found nor shown", async () => {
  const seo = JSON.stringify({ headline: "canaryHead", plain: "canaryPlain", deep: { note: "canaryDeep" } });
  await service.insert("book", { title: "seen", shelf: "open", notes: "canaryNotes", secret: "canarySecret", plain: "canaryPlain", seo });
  await service.insert("book", { title: "canaryRow", shelf: "closed" });
  await service.insert("paper", { title: "canaryPaper" });

  for (const q of ["canary", "canaryNotes", "ry", "y"]) expect(await find("visitor", q)).toEqual([]);
  const seen = await service.get("visitor", "?q=seen");
  expect(seen.json.results).toHaveLength(1);
  expect(seen.text).not.toContain("canary");
  const admins = await service.get("admin", "?q=canary");
  expect(admins.json.results).toHaveLength(3);
  expect(admins.text).not.toMatch(/canarySecret|canaryPlain/);
});

test("a filter by the user matches that user's rows, and none for a key", async () => {
  const userId = newId();
  const now = new Date().toISOString();
  await service.run(
    { text: "insert into cms.users (id, created_at, updated_at, email, name, role) values ($1, $2, $2, 'o@example.com', 'O', 'owner')" },
    [userId, now],
  );
  await service.insert("book", { title: "needle of nobody" });
  const own = await service.insert("book", { title: "needle of mine", owner: userId });

  const mine = await service.get("owner", "?q=needle", { userId });
  const byKey = await service.get("owner", "?q=needle", { kind: "key", userId: null });

  expect(idsOf(mine.json.results)).toEqual([own]);
  expect(byKey.json.results).toEqual([]);
});

test("a role without read permissions finds nothing; without a token, or without a public role for anonymous callers, it is 401", async () => {
  await service.insert("book", { title: "needle", shelf: "open" });

  expect(await find("writer", "needle")).toEqual([]);
  expect(await find("gone", "needle")).toEqual([]);
  const anonymous = { kind: "anonymous", credentialId: null, userId: null } as const;
  expect((await service.get("visitor", "?q=needle", anonymous)).json.results).toHaveLength(1);
  for (const refused of [await service.get("", "?q=needle", anonymous), await service.get("no token", "?q=needle")])
    expect([refused.status, refused.json.error.code]).toEqual([401, "UNAUTHORIZED"]);
});

test("drafts are not found: neither unpublished records nor pending changes of a published one", async () => {
  await service.insert("paper", { title: "needle unpublished", published_at: null });
  const live = await service.insert("paper", { title: "needle live" });
  await service.run(
    {
      text: "insert into cms.versions (id, entity, record_id, number, status, pending, data, created_at) values ($1, 'paper', $2, 1, 'draft', true, $3, now())",
    },
    [newId(), live, JSON.stringify({ title: "needle canary" })],
  );

  const { json, text } = await service.get("admin", "?q=needle");

  expect(idsOf(json.results)).toEqual([live]);
  expect(text).not.toContain("canary");
  expect(await find("admin", "canary")).toEqual([]);
});

test("a record is found as soon as it is stored, and no longer after it is deleted", async () => {
  const id = await service.insert("book", { title: "needle" });
  const before = await find("admin", "needle");
  await service.run({ text: "update content.book set title = 'thread' where id = $1" }, [id]);
  const renamed = [await find("admin", "needle"), await find("admin", "thread")];
  await service.run({ text: "delete from content.book where id = $1" }, [id]);

  expect(idsOf(before)).toEqual([id]);
  expect(renamed.map((hits) => hits.length)).toEqual([0, 1]);
  expect(await find("admin", "thread")).toEqual([]);
});

test("each entity has at most `limit` results, five by default, the newest first, in the configuration's order", async () => {
  const papers = [await service.insert("paper", { title: "needle" })];
  const books: string[] = [];
  for (let count = 0; count < 22; count += 1) books.unshift(await service.insert("book", { title: `needle ${count}` }));
  for (const locale of ["en", "de"]) await service.insert("leaflet", { title: "needle", locale, translation_group: newId() });

  const five = await find("admin", "needle");
  const counts = await Promise.all(
    ["-1", "0", "1", "3", "20", "21", "1000"].map(async (limit) => (await find("admin", "needle", `&limit=${limit}`)).length),
  );

  expect(idsOf(five).slice(0, 6)).toEqual([...papers, ...books.slice(0, 5)]);
  expect(five.map(({ entity }) => entity)).toEqual(["paper", ...Array<string>(5).fill("book"), "leaflet", "leaflet"]);
  expect(counts).toEqual([3, 3, 3, 6, 23, 23, 23]);
});

test.each([["%"], ["_"], ["\\"], ["100%"], ["a_b"], ["\\%"], ["''"]])("%s is text, not a pattern", async (q) => {
  const id = await service.insert("book", { title: `x ${q} y` });
  await service.insert("book", { title: "x 1000 aXb y" });

  expect(idsOf(await find("admin", q))).toEqual([id]);
});

test.each([
  ["GRÖSSE", "eine grösse"],
  ["größe", "GRÖßE"],
  ["ЖИ", "жизнь"],
  ["жизнь", "ЖИЗНЬ"],
  ["本", "日本語"],
  ["日本語", "日本語の本"],
  ["É", "café"],
  ["📚", "a 📚 b"],
])("%s is found in %s", async (q, title) => {
  const id = await service.insert("book", { title });

  expect(idsOf(await find("admin", q))).toEqual([id]);
});

test("without trigrams the results are the same", async () => {
  const id = await service.insert("book", { title: "needle ЖИЗНЬ" });
  const known = service.words();

  service.believe("none");
  const found = [await find("admin", "needle"), await find("admin", "жизнь")];
  service.believe(known);

  expect(known).toBe("unicode");
  expect(found.map(idsOf)).toEqual([[id], [id]]);
});

test.each([
  ["", "q"],
  ["?q=", "q"],
  ["?q=+%20", "q"],
  [`?q=${"x".repeat(201)}`, "q"],
  ["?q=a%00", "q"],
  ["?q=a&q=b", "q"],
  ["?q=a&limit=x", "limit"],
  ["?q=a&limit=2.5", "limit"],
  ["?q=a&limit=", "limit"],
  ["?q=a&limit=1&limit=2", "limit"],
  ["?q=a&offset=1", "offset"],
])("%s is 400 and names the parameter", async (search, field) => {
  const { status, json } = await service.get("admin", search);

  expect([status, json.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(json.error.details?.map((detail) => detail.field)).toContain(field);
});

test("200 characters are accepted, also with four bytes each", async () => {
  expect(await find("admin", "📚".repeat(200))).toEqual([]);
});

test("HEAD answers as GET without a body, other methods are 405", async () => {
  const head = await service.get("admin", "?q=x", { method: "HEAD" });
  const post = await service.get("admin", "?q=x", { method: "POST" });

  expect([head.status, head.text, head.headers.get("content-length")]).toEqual([200, "", "26"]);
  expect([post.status, post.json.error.code, post.headers.get("allow")]).toEqual([405, "METHOD_NOT_ALLOWED", "GET, HEAD"]);
});

test("searching uses read-only connections", async () => {
  await service.insert("book", { title: "needle" });
  await service.run({ text: "create table if not exists public.probe (n int)" });

  await expect(service.db.run({ text: "insert into public.probe values (1)" })).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await expect(service.db.run({ text: "delete from content.book" })).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(await find("admin", "needle")).toHaveLength(1);
});

test("until the tables are known to match, the answer is 503", async () => {
  const known = service.words();
  service.believe(null);
  const early = await service.get("admin", "?q=needle");
  service.believe(known);

  expect([early.status, early.json.error.code, early.headers.get("retry-after")]).toEqual([
    503,
    "SERVICE_UNAVAILABLE",
    expect.stringMatching(/^\d+$/),
  ]);
});

test("a translatable global is found in each of its locales", async () => {
  const group = newId();
  for (const locale of ["en", "de"]) await service.insert("menu", { name: "needle", locale, translation_group: group });

  const localesOf = (hits: readonly Hit[]) => hits.map(({ entity, global, document }) => [entity, global, document["locale"]]);
  expect(localesOf(await find("admin", "needle"))).toEqual([
    ["menu", true, "de"],
    ["menu", true, "en"],
  ]);
  expect(localesOf(await find("admin", "needle", "&locale=en"))).toEqual([["menu", true, "en"]]);
});
