import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { sendJson, serve, type Identity } from "../src/index.ts";
import { editor, startService } from "./support/service.ts";

const AUTHS = ["anyone", "role", "caller", "session", "admin"] as const;
const visitor: Identity = { kind: "anonymous", credentialId: null, userId: null, role: "visitor", expiresAt: null };
const nobody: Identity = { ...visitor, role: "" };
const key: Identity = { ...visitor, kind: "key", credentialId: "k1", role: "admin" };
const admin: Identity = { ...editor, role: "admin" };
const confirmed: Identity = { ...admin, confirmedUntil: "2999-01-01T00:00:00Z" };

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService(
    (router) => {
      for (const auth of AUTHS) {
        serve(router, { path: `/api/${auth}`, auth, methods: { GET: {} } }, { GET: (req, res) => sendJson(req, res, { body: "1" }) });
      }
      const methods = { GET: {}, POST: { confirmed: true } } as const;
      const row = { path: "/api/own/{id}", auth: "session", refusesKeysAs: "UNAUTHORIZED", methods } as const;
      serve(router, row, {
        GET: (req, res, { userId }) => sendJson(req, res, { body: JSON.stringify([userId, req.params["id"]]) }),
        POST: (req, res) => sendJson(req, res, { body: "1" }),
      });
    },
    { adminRoles: new Set(["admin"]) },
  );
});
afterAll(() => service.stop());

test.each([
  ["nobody", nobody, [200, 401, 401, 401, 401]],
  ["a visitor in the public role", visitor, [200, 200, 401, 401, 403]],
  ["an API key of an admin", key, [200, 200, 200, 403, 403]],
  ["the session of an editor", editor, [200, 200, 200, 200, 403]],
  ["the session of an admin", admin, [200, 200, 200, 200, 200]],
])("%s is accepted if the route allows it", async (_name, identity, expected) => {
  const answers = await Promise.all(AUTHS.map((auth) => service.ask(`/api/${auth}`, { identity })));

  expect(answers.map(({ status }) => status)).toEqual(expected);
});

test("a method that the route doesn't have is 405 for every caller", async () => {
  const answer = await service.ask("/api/admin", { identity: nobody, method: "POST" });

  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("a handler of a route for sessions gets the caller's session", async () => {
  const answer = await service.ask("/api/own/one");

  expect(await answer.json()).toEqual(["u1", "one"]);
});

test("a key gets the message that the route defines", async () => {
  const answer = await service.ask("/api/own/one", { identity: key });

  expect(answer.status).toBe(401);
});

test("a method that needs a recent sign-in refuses an older one, after authentication", async () => {
  const status = async (identity: Identity) => (await service.ask("/api/own/one", { identity, method: "POST" })).status;

  expect([await status(confirmed), await status(admin), await status(visitor)]).toEqual([200, 403, 401]);
});
