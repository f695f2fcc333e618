import { expect, test } from "@jest/globals";
import { ColophonError, createClient, etagOf } from "../src/index.ts";

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

const config = {
  entities: [
    { name: "blog post", versions: true, translatable: true, fields: [{ name: "title", type: "text" }] },
    { name: "imprint", global: true, versions: true, translatable: true, fields: [{ name: "text", type: "text" }] },
  ],
  customRoutes: [
    { name: "today", handler: () => ({ count: 1 }) },
    { name: "order", method: "POST", handler: () => new Response() },
  ],
} as const;

/** A client that records its requests and returns the given answers. */
function recorded(answer: () => Response, options: { apiKey?: string; session?: string } = { apiKey: "cms_key" }) {
  const calls: Sent[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    calls.push({ url: String(url), init });
    return answer();
  };
  return { calls, cms: createClient<typeof config>({ url: "https://cms.example.com/base/", fetch, ...options }) };
}
const json =
  (body: unknown, init: ResponseInit = {}) =>
  () =>
    Response.json(body, init);

test("a request has the path and the API key, and the ETag of the answer is stored", async () => {
  const { calls, cms } = recorded(json({ data: { id: "1", title: "T" } }, { headers: { etag: '"1.a"' } }));

  const record = await cms.entity("blog post").one("a/b", { fields: ["title"] });
  await cms.entity("blog post").update("1", { title: "U" }, { ifMatch: etagOf(record) });

  expect(calls[0]).toMatchObject({
    url: "https://cms.example.com/base/api/blog%20post/a%2Fb?fields=title",
    init: { method: "GET", credentials: "omit" },
  });
  expect(calls[0]?.init.headers).toEqual({ accept: "application/json", authorization: "Bearer cms_key" });
  expect(calls[1]?.init).toMatchObject({
    method: "PUT",
    body: '{"title":"U"}',
    headers: { "if-match": '"1.a"', "content-type": "application/json" },
  });
  expect(etagOf({})).toBeUndefined();
});

test("presence is reported with or without the edited field", async () => {
  const { calls, cms } = recorded(json({ data: [] }), { session: "s" });

  await cms.entity("blog post").presence("1", { editing: "title" });
  await cms.entity("blog post").presence("1");

  expect(calls.map(({ url, init }) => [url, init.method, init.body])).toEqual([
    ["https://cms.example.com/base/api/blog%20post/1/presence", "POST", '{"editing":"title"}'],
    ["https://cms.example.com/base/api/blog%20post/1/presence", "POST", '{"editing":null}'],
  ]);
});

test("the caller's own settings are read, and saved as they were read", async () => {
  const { calls, cms } = recorded(json({ data: { views: [] } }, { headers: { etag: '"1.a"' } }), { session: "s" });

  const settings = await cms.settings.get();
  await cms.settings.save({ ...settings, theme: "dark" }, { ifMatch: etagOf(settings) });

  expect(calls.map(({ url }) => url)).toEqual(Array.from({ length: 2 }, () => "https://cms.example.com/base/api/_me/settings"));
  expect(calls[1]?.init).toMatchObject({ method: "PUT", body: '{"views":[],"theme":"dark"}', headers: { "if-match": '"1.a"' } });
});

test("without a key the browser's cookie is sent", async () => {
  const { calls, cms } = recorded(json({ data: {} }), {});

  await cms.me();

  expect(calls[0]?.init.credentials).toBe("include");
  expect(calls[0]?.init.headers).not.toHaveProperty("authorization");
});

test("a preview link is created, used and revoked", async () => {
  const { calls, cms } = recorded(json({ data: { token: "t" } }));
  const draft = cms.entity("blog post").draft("1");

  const { token } = await draft.preview();
  await cms.entity("blog post").one("1", { preview: token });
  await draft.endPreviews();

  expect(calls.map(({ url, init }) => [init.method ?? "GET", url.split("/api/")[1]])).toEqual([
    ["POST", "blog%20post/1/preview"],
    ["GET", "blog%20post/1?preview=t"],
    ["DELETE", "blog%20post/1/preview"],
  ]);
});

test("on a server a sign-in returns the session, and a client with it sends it", async () => {
  const headers = new Headers([
    ["set-cookie", "cms_device=d; Path=/api/auth"],
    ["set-cookie", "cms_session=abc.DEF-1_2; Path=/; HttpOnly; SameSite=Lax"],
  ]);
  const visitor = recorded(json({ data: { user: { id: "1" } } }, { headers }), {});

  const { user, session } = await visitor.cms.signIn("request", "123456");
  const person = recorded(json({ data: {} }), session === undefined ? {} : { session });
  await person.cms.me();

  expect([user, session]).toEqual([{ id: "1" }, "abc.DEF-1_2"]);
  expect(person.calls[0]?.init.headers).toMatchObject({ cookie: "cms_session=abc.DEF-1_2" });
  expect(() => recorded(json({}), { session: "a; b=c" })).toThrow(TypeError);
});

test("in a browser the session is not readable", async () => {
  const { cms } = recorded(json({ data: { user: { id: "1" } } }), {});

  expect(await cms.signIn("request", "123456")).toEqual({ user: { id: "1" } });
});

test("a custom route is called by its name, and gives its JSON or its text", async () => {
  const { calls, cms } = recorded(json({ count: 2 }));
  const plain = recorded(() => new Response("done"));

  const today = await cms.custom("today", { query: { day: "a b", all: undefined } });
  const ordered = await plain.cms.custom("order", { method: "POST", body: { item: 1 } });

  expect([today.count, ordered]).toEqual([2, "done"]);
  expect(calls[0]).toMatchObject({ url: "https://cms.example.com/base/api/custom/today?day=a+b", init: { method: "GET" } });
  expect(plain.calls[0]?.init).toMatchObject({ method: "POST", body: '{"item":1}' });
});

test("an error has status, code, details and the delay before the next try", async () => {
  const details = [{ field: "title", message: "is required" }];
  const { cms } = recorded(
    json({ error: { code: "TOO_MANY_REQUESTS", message: "Slow down", details } }, { status: 429, headers: { "retry-after": "7" } }),
  );

  const error = await cms.search("x").catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(ColophonError);
  expect(error).toMatchObject({ status: 429, code: "TOO_MANY_REQUESTS", message: "Slow down", details, retryAfterSeconds: 7 });
});

test("an answer that is not from the service is a ColophonError, even with status 200", async () => {
  const gateway = recorded(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  const portal = recorded(() => new Response("<h1>Sign in to the wifi</h1>"));

  await expect(gateway.cms.me()).rejects.toMatchObject({ status: 502, code: "UNKNOWN", details: [] });
  await expect(portal.cms.me()).rejects.toMatchObject({ status: 200, code: "UNKNOWN" });
});

test("a file is sent as form data, and fetch sets the boundary", async () => {
  const { calls, cms } = recorded(json({ data: { id: "1" } }));

  await cms.upload(new Blob(["x"]), { alt: "A dog", filename: "dog.png" });

  const form = calls[0]?.init.body as FormData;
  expect([(form.get("file") as File).name, form.get("alt")]).toEqual(["dog.png", "A dog"]);
  expect(calls[0]?.init.headers).not.toHaveProperty("content-type");
});

test("creates accept an idempotency key, and writes that can conflict an ETag", async () => {
  const { calls, cms } = recorded(json({ data: { id: "1" } }));
  const [posts, key] = [cms.entity("blog post"), { idempotencyKey: "once" }];

  await posts.create({ title: "T" }, key);
  await posts.createDraft({}, key);
  await posts.translate("1", "de", key);
  await posts.duplicate("1", key);
  for (const options of [{ ifMatch: '"1.a"' }, undefined]) await posts.draft("1").discard(options);

  const sent = calls.map(({ init }) => new Headers(init.headers));
  expect(sent.map((headers) => headers.get("idempotency-key"))).toEqual(["once", "once", "once", "once", null, null]);
  expect(sent.map((headers) => headers.get("if-match"))).toEqual([null, null, null, null, '"1.a"', null]);
});

test("an action on many records is one request", async () => {
  const { calls, cms } = recorded(json({ data: { ids: ["1", "2"] } }));
  const posts = cms.entity("blog post");

  const done = await posts.bulk(["1", "2"], { action: "update", data: { title: "T" }, draft: true }, { idempotencyKey: "once" });
  await posts.bulk(["1"], { action: "publish", force: true });

  expect(done).toEqual({ ids: ["1", "2"] });
  expect(calls.map(({ url, init }) => [url.split("blog%20post")[1], JSON.parse(String(init.body))])).toEqual([
    ["/bulk?draft=true", { action: "update", ids: ["1", "2"], data: { title: "T" } }],
    ["/bulk", { action: "publish", ids: ["1"], force: true }],
  ]);
  expect(calls[0]?.init.headers).toMatchObject({ "idempotency-key": "once" });
});

test("the requests for drafts have their own routes", async () => {
  const { calls, cms } = recorded(json({ data: { id: "1" } }));
  const draft = cms.entity("blog post").draft("1");

  await cms.entity("blog post").createDraft({});
  await draft.save({ title: null });
  await draft.publish({ force: true, ifMatch: '"1.a"' });
  await draft.unpublish();
  await draft.schedule({ publishAt: "2030-01-01T00:00:00Z" });
  await draft.cancelSchedule();
  await draft.restore("v", { publish: true });
  await draft.discard();

  const base = "https://cms.example.com/base/api/blog%20post";
  expect(calls.map(({ url, init }) => `${init.method} ${url.replace(base, "")}`)).toEqual([
    "POST ?draft=true",
    "PUT /1?draft=true",
    "POST /1/publish?force=true",
    "POST /1/unpublish",
    "POST /1/schedule",
    "DELETE /1/schedule",
    "POST /1/versions/v/restore?publish=true",
    "DELETE /1?draft=true",
  ]);
  expect(calls[2]?.init.headers).toMatchObject({ "if-match": '"1.a"' });
});

test("a global is read, saved and published in a locale", async () => {
  const { calls, cms } = recorded(json({ data: { id: "1" } }));
  const imprint = cms.global("imprint");

  await imprint.get({ locale: "de", fields: ["text"] });
  await imprint.save({ text: "T" }, { locale: "de" });
  await imprint.save({ text: "T" });
  await imprint.draft({ locale: "de" }).save({ text: "T" });
  await imprint.draft({ locale: "de" }).publish({ force: true });
  await imprint.draft({ locale: "de" }).versions({ limit: 1 });

  const base = "https://cms.example.com/base/api/imprint";
  expect(calls.map(({ url, init }) => `${init.method} ${url.replace(base, "")}`)).toEqual([
    "GET ?fields=text&locale=de",
    "PUT ?locale=de",
    "PUT ",
    "PUT ?draft=true&locale=de",
    "POST /publish?force=true&locale=de",
    "GET /versions?limit=1&locale=de",
  ]);
});
