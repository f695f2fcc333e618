import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, CustomRouteContext } from "@colophon/config";
import { eventually } from "../../../tests/support/eventually.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const kept: { db?: CustomRouteContext["db"]; signal?: AbortSignal } = {};
const get = (name: string, handler: (context: CustomRouteContext) => unknown, roles: string[] = []) => ({ name, roles, handler });

const config: ConfigDefinition = {
  entities: [
    {
      name: "thing",
      fields: [
        { name: "label", type: "text", required: true },
        { name: "hush", type: "text" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "member", permissions: { thing: { read: { fields: { exclude: ["hush"] } } } } },
    { name: "guest", public: true, permissions: {} },
  ],
  customRoutes: [
    get("who", ({ user, role }) => ({ user, role }), ["member", "guest"]),
    get("admins", () => "only"),
    {
      name: "echo",
      method: "POST",
      roles: ["member"],
      handler: async ({ req }) =>
        Response.json(
          { method: req.method, url: req.url, body: await req.text(), headers: Object.fromEntries(req.headers) },
          { status: 207, headers: { "x-own": "yes", connection: "close" } },
        ),
    },
    get("echo", () => new Response("got", { headers: { "content-type": "text/plain", "cache-control": "public, max-age=5" } }), ["member"]),
    get("teapot", () => Response.json({ error: { code: "TEAPOT", message: "Short and stout" } }, { status: 418 })),
    get("throws", () => {
      throw new Error("secret detail");
    }),
    get("throws-nothing", () => {
      throw undefined;
    }),
    get("refused", ({ db }) => db.entity("thing").create({ nonsense: true })),
    get("counted", ({ db }) => db.$queryRaw`select count(*) as few, 9007199254740993 as many from content.thing where false`),
    get("knot", () => {
      const knot: { self?: object } = {};
      return (knot.self = knot);
    }),
    get("function", () => () => 1),
    get("used", async () => {
      const response = new Response("x");
      await response.text();
      return response;
    }),
    get("network-error", () => Response.error()),
    get("nothing", () => undefined),
    get("never", () => new Promise(() => undefined)),
    get("waits", ({ req: { signal } }) => {
      kept.signal = signal;
      return new Promise((resolve) => signal.addEventListener("abort", resolve));
    }),
    get("keeps", ({ db }) => void (kept.db = db)),
    get(
      "entity",
      async ({ db }) => {
        const made = await db.entity("thing", { as: "system" }).create({ label: "made", hush: "secret" });
        const found = await db.entity("thing").find(made.id);
        const list = await db
          .entity("thing")
          .list({ filter: { label: { $in: ["made"] } }, sort: "-createdAt", limit: 1, fields: ["label"] });
        const refused = await db
          .entity("thing")
          .update(made.id, { label: "x" })
          .catch((error: { code: string }) => error.code);
        return {
          made,
          found,
          list,
          refused,
          users: await db.user.count(),
          missing: await db.entity("thing").find("00000000-0000-7000-8000-000000000000"),
        };
      },
      ["member"],
    ),
    get("unnamed", async ({ db }) => {
      const things = db.entity("thing", { as: "system" });
      await things.create({ label: "stays" });
      const codes = [things.update(undefined, { label: "x" }), things.delete(undefined)].map((work) =>
        work.catch((error: { code: string }) => error.code),
      );
      return { codes: await Promise.all(codes), meta: (await things.list({ filter: { label: "stays" } })).meta };
    }),
    get(
      "breaks-off",
      () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              controller.enqueue(new TextEncoder().encode("part"));
              controller.error(new Error("secret detail"));
            },
          }),
        ),
    ),
    get("endless", () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)) }))),
  ],
};

let service: TestService;
let admin: Client;
let member: Client;

beforeAll(async () => {
  service = await startService(config);
  admin = service.as("admin");
  member = service.as("member", "00000000-0000-7000-8000-00000000000a", "m@example.com");
});
afterAll(() => service?.stop());

test("routes are for admins and the listed roles; the handler gets the caller", async () => {
  const answers = await Promise.all(
    [admin, member, service.anonymous(), service.asKey("member")].map((client) => client.get("/api/custom/who")),
  );
  const closed = await Promise.all([admin, member, service.anonymous()].map((client) => client.get("/api/custom/admins")));

  expect(answers.map(({ json }) => json)).toEqual([
    { user: expect.objectContaining({ role: "admin" }), role: "admin" },
    { user: { id: "00000000-0000-7000-8000-00000000000a", email: "m@example.com", role: "member" }, role: "member" },
    { user: null, role: "guest" },
    { user: null, role: "member" },
  ]);
  expect(closed.map(({ status }) => status)).toEqual([200, 403, 403]);
  expect(closed[0]?.text).toBe('"only"');
});

test("an unknown name is 404, another method 405, before the role is checked", async () => {
  const unknown = await service.anonymous().get("/api/custom/unknown");
  const deeper = await admin.get("/api/custom/who/more");
  const wrong = await service.anonymous().delete("/api/custom/echo");

  expect([unknown.status, deeper.status, wrong.status, wrong.headers.get("allow")]).toEqual([404, 404, 405, "GET, HEAD, POST"]);
});

test("the handler's request is the caller's, without credentials and internal headers", async () => {
  const answer = await member.send("POST", "/api/custom/echo?a=1", {
    body: "raw text",
    headers: {
      "content-type": "text/plain",
      cookie: "cms_session=x",
      authorization: "Bearer x",
      "x-cms-client": "1.2.3.4",
      "x-theirs": "kept",
    },
  });

  expect(answer.status).toBe(207);
  expect(answer.json).toMatchObject({
    method: "POST",
    body: "raw text",
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/custom\/echo\?a=1$/),
  });
  expect(answer.json.headers).toMatchObject({ "x-theirs": "kept", "content-type": "text/plain" });
  expect(Object.keys(answer.json.headers).filter((name) => /^(cookie|authorization|x-cms-.*|connection)$/.test(name))).toEqual([]);
  expect(answer.headers.get("x-own")).toBe("yes");
});

test("answers: text, HEAD, another status, a plain value, nothing", async () => {
  const text = await member.get("/api/custom/echo");
  const head = await member.send("HEAD", "/api/custom/echo");
  const teapot = await admin.get("/api/custom/teapot");
  const nothing = await admin.get("/api/custom/nothing");

  expect([text.status, text.text, text.headers.get("content-type"), text.headers.get("cache-control")]).toEqual([
    200,
    "got",
    "text/plain",
    "public, max-age=5",
  ]);
  expect([head.status, head.text]).toEqual([200, ""]);
  expect([teapot.status, teapot.json, teapot.headers.get("cache-control")]).toEqual([
    418,
    { error: { code: "TEAPOT", message: "Short and stout" } },
    "private, no-cache",
  ]);
  expect([nothing.status, nothing.text]).toEqual([204, ""]);
});

test.each(["throws", "throws-nothing", "refused", "knot", "function", "used", "network-error"])(
  "a handler that fails (%s) is a generic 500",
  async (name) => {
    const answer = await admin.get(`/api/custom/${name}`);

    expect(answer.status).toBe(500);
    expect(answer.json).toEqual({ error: { code: "INTERNAL_ERROR", message: expect.any(String) } });
    expect(answer.text).not.toContain("secret");
  },
);

test("BigInts of SQL are numbers in an answer, or text if they are too large", async () => {
  const { status, json } = await admin.get("/api/custom/counted");

  expect([status, json]).toEqual([200, [{ few: 0, many: "9007199254740993" }]]);
});

test("a handler that takes more than ten seconds is 503", async () => {
  const answer = await admin.get("/api/custom/never");

  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
});

test("an answer that fails or doesn't end is aborted", async () => {
  const halves = await Promise.allSettled([admin.get("/api/custom/breaks-off"), admin.get("/api/custom/endless")]);

  expect(halves.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a body over a megabyte is 413", async () => {
  const answer = await member.send("POST", "/api/custom/echo", {
    body: "x".repeat(1024 * 1024 + 1),
    headers: { "content-type": "text/plain" },
  });

  expect([answer.status, answer.json.error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
});

test("db.entity acts as the caller, or as the system on request", async () => {
  const answer = await member.get("/api/custom/entity");

  expect(answer.json).toEqual({
    made: expect.objectContaining({ label: "made", hush: "secret" }),
    found: expect.not.objectContaining({ hush: expect.anything() }),
    list: { data: [{ id: answer.json.made.id, label: "made" }], meta: { total: 1, limit: 1, offset: 0 } },
    refused: "FORBIDDEN",
    users: 1,
    missing: null,
  });
});

test("a write of db.entity without an id changes no record", async () => {
  const answer = await admin.get("/api/custom/unnamed");

  expect(answer.json).toEqual({ codes: ["NOT_FOUND", "NOT_FOUND"], meta: expect.objectContaining({ total: 1 }) });
});

test("a db kept from a request that has ended throws", async () => {
  await admin.get("/api/custom/keeps");

  expect(() => kept.db.user).toThrow(/has ended/);
});

test("the handler's signal aborts when the caller disconnects, and not after an answer", async () => {
  const caller = new AbortController();
  const headers = { "x-cms-identity": service.token("admin") };
  const asked = fetch(`http://127.0.0.1:${service.port}/api/custom/waits`, { headers, signal: caller.signal }).catch(() => "gone");
  const signal = await eventually(() => kept.signal);

  expect(signal.aborted).toBe(false);
  caller.abort();

  expect(await asked).toBe("gone");
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  expect(signal.reason).toMatchObject({ message: "the caller went away" });
});
