import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { SEPARATE, startTestStack, type TestStack } from "../support/stack/stack.ts";
import { freePort } from "../support/servers/free-port.ts";
import { hasCaches, startFastlySnippets, startNginx, startPurge, startVarnish, type Cache } from "./caches.ts";

const CACHES = [
  ["Varnish", startVarnish],
  ["nginx", startNginx],
] as const;

if (!hasCaches) console.log("no Varnish or no nginx: the tests of caches are left out");

type StartCache = (url: string) => Promise<Cache>;

/** The site of the current test, and its cache. */
let stack: TestStack;
let cache: Cache;
/** Most tests only read it and add articles: they have one in common. */
let common: TestStack;
let own: TestStack | undefined;
beforeAll(async () => {
  if (hasCaches) common = await siteOf("caching.config.ts");
});
afterEach(async () => {
  await cache?.stop();
  await own?.stop();
  own = undefined;
});
afterAll(() => common?.stop());

const siteOf = (configFile: string, variables: Readonly<Record<string, string>> = {}) =>
  startTestStack({ configFile: join(import.meta.dirname, configFile), variables });

/** Starts a site for this test alone. */
async function startOwn(configFile: string, startCache: StartCache, variables: Readonly<Record<string, string>>) {
  own = await siteOf(configFile, variables);
  return start(startCache, own);
}

async function start(startCache: StartCache, site = common) {
  stack = site;
  cache = await startCache(stack.url);
  const made = await stack.admin.post("/api/article", { title: "First", secret: "for editors" });
  const path = `/api/article/${made.data.id}`;
  return { id: String(made.data.id), path, visitor: stack.visitor.withoutRetries().at(cache.url), editor: stack.admin.at(cache.url) };
}
const answerOf = ({ headers }: { readonly headers: Headers }) => headers.get("x-request-id");

(hasCaches ? test : test.skip).each([...CACHES, ["the snippets for Fastly, in Varnish", startFastlySnippets] as const])(
  "behind %s, reads without credentials are answered by the cache, and answers to credentials are never shared",
  async (_, startCache) => {
    const { path, visitor, editor } = await start(startCache);

    const withSession = await editor.get(path);
    const [first, second] = [await visitor.get(path), await visitor.with({ cookie: "theme=dark" }).get(path)];
    const [again, list] = [await editor.get(path), await visitor.get("/api/article")];
    const unchanged = await visitor.get(path, { "if-none-match": String(first.headers.get("etag")) });
    const { key } = (await stack.admin.post("/api/_api-keys", { name: "a program", role: "editor" })).data;
    const byKey = await visitor.with({ authorization: `Bearer ${key}`, cookie: "theme=dark" }).get(path);

    expect(answerOf(second)).toBe(answerOf(first)); // the same stored answer
    expect(answerOf(await visitor.get("/api/article"))).toBe(answerOf(list));
    expect([unchanged.status, first.data.secret, second.data.secret]).toEqual([304, undefined, undefined]);
    expect([withSession, again, byKey].map(({ data }) => data?.secret)).toEqual(Array(3).fill("for editors"));
    expect(new Set([withSession, again, byKey, first].map(answerOf)).size).toBe(4);
    const headers = [...first.headers.keys()];
    expect(headers.filter((header) => header === "set-cookie" || header.startsWith("ratelimit-"))).toEqual([]);
  },
);

(hasCaches ? describe : describe.skip).each(CACHES)("behind %s", (name, startCache) => {
  test("a change is visible after maxAge; older answers are served while content, and then the whole site, doesn't answer", async () => {
    const { path, visitor } = await startOwn("short-lived.config.ts", startCache, SEPARATE);
    expect((await visitor.get(path)).data.title).toBe("First");
    await stack.admin.put(path, { title: "Second" });
    await eventually(async () => (await visitor.get(path)).data?.title === "Second", { what: "the change is visible" });

    const content = await stack.pidOf("content");
    if (content === null) throw new Error("content has a process of its own");
    const served: unknown[] = [];
    const isOld = async () => {
      const { status, data, headers } = await visitor.get(path);
      served.push([status, data?.title]);
      return headers.get("x-cache-status") === "STALE" || Number(headers.get("age")) > 2;
    };
    process.kill(content, "SIGSTOP");
    await eventually(isOld, { what: `${name} serves an old answer while content doesn't answer` });
    process.kill(content, "SIGCONT");

    await stack.stop();
    const before = served.length;
    await eventually(async () => (await isOld()) && served.length > before + 2, { what: `${name} serves an old answer` });
    expect(new Set(served.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['[200,"Second"]']));
  });
});

(hasCaches ? test : test.skip)(
  "Varnish removes answers by tag: a publication is visible at once, also in records that resolve it",
  async () => {
    const { id, path, visitor } = await start(startVarnish);
    const author = (await stack.admin.post("/api/author", { name: "Ada" })).data.id;
    await stack.admin.put(path, { author });
    const read = async () => {
      const [record, list, other] = [
        await visitor.get(path),
        await visitor.get("/api/article?resolve[author]=name"),
        await visitor.get("/api/author"),
      ];
      return { title: record.data.title, author: list.data[0].author.name, own: other.data[0].name };
    };
    const remove = async (...tags: string[]) =>
      (await fetch(cache.url, { method: "PURGE", headers: { "x-purge": tags.join("|") } })).status;
    expect(await read()).toEqual({ title: "First", author: "Ada", own: "Ada" });

    await stack.admin.put(`${path}?draft=true`, { title: "Second" });
    await stack.admin.post(`${path}/publish`);
    await stack.admin.put(`/api/author/${author}`, { name: "Grace" });
    expect(await read()).toEqual({ title: "First", author: "Ada", own: "Ada" });
    expect(await remove("article", id)).toBe(204);
    expect(await read()).toEqual({ title: "Second", author: "Grace", own: "Ada" });
    expect(await remove(author)).toBe(204);
    expect(await read()).toEqual({ title: "Second", author: "Grace", own: "Grace" });
    expect(await remove("article)|(.*")).toBe(400);
  },
);

(hasCaches ? test : test.skip)("a webhook removes answers from Varnish: each publication and each deletion reaches visitors", async () => {
  const [port, secret] = [await freePort(), randomBytes(32).toString("base64")];
  const variables = { PURGE_URL: `http://127.0.0.1:${port}`, PURGE_SECRET: secret };
  const { path, visitor } = await startOwn("caching.config.ts", startVarnish, variables);
  const purge = await startPurge({ port, secret, varnishUrl: cache.url });
  const titles = async () => (await visitor.get("/api/article")).data.map(({ title }: { readonly title: string }) => title);
  const shows = (...expected: string[]) =>
    eventually(titles, { what: `visitors see ${expected.join()}`, accepts: (seen) => seen.join() === expected.join() });
  try {
    await shows("First");
    await stack.admin.put(`${path}?draft=true`, { title: "Second" });
    await stack.admin.post(`${path}/publish`);
    await shows("Second");
    await stack.admin.delete(path);
    await shows();
  } finally {
    await purge.stop();
  }
});
