import { createHmac, hkdfSync, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { EPOCH_KEY, type Identity } from "@colophon/runtime";
import { sweep } from "../src/worker.service.ts";
import { ANONYMOUS, newAddress, SECRET, startAuth, tokenOf, type TestAuth } from "./support.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const newUser = async (role = "editor") => {
  const email = newAddress();
  const id = await auth.addUser(email, role, "Ada");
  return { id, email, ...(await auth.signIn(email)) };
};
const epoch = () => auth.redis.client.get(EPOCH_KEY);
const age = (identity: Identity, column: "last_used_at" | "idle_expires_at" | "expires_at", by: string) =>
  auth.sql(`update cms.sessions set ${column} = ${column} - $2::interval where id = $1`, [identity.credentialId, by]);
const refresh = (as: Identity, token: string) => auth.call("POST", "/api/auth/refresh", { as, headers: { "x-cms-session": token } });
const newKey = async (role: string, expiresAt?: string): Promise<Identity> => {
  const { identity: as } = await newUser("admin");
  const { body } = await auth.call("POST", "/api/_api-keys", { as, body: { name: "A key", role, expiresAt } });
  const identity = await auth.identify("key", body.data.key);
  if (!identity) throw new Error("the key was not taken");
  return identity;
};

describe("me", () => {
  test("returns a session's user, role and end", async () => {
    const { id, email, identity } = await newUser("admin");

    const { status, body, headers } = await auth.call("GET", "/api/auth/me", { as: identity });

    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        user: { id, email, name: "Ada", role: "admin" },
        role: "admin",
        isAdmin: true,
        expiresAt: identity.expiresAt,
        confirmedUntil: identity.confirmedUntil,
      },
    });
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("returns a key's role, and no user", async () => {
    const { body } = await auth.call("GET", "/api/auth/me", { as: await newKey("editor") });

    expect(body).toEqual({ data: { user: null, role: "editor", isAdmin: false } });
  });

  test("returns when a key expires, and that it is an admin's", async () => {
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();

    const { body } = await auth.call("GET", "/api/auth/me", { as: await newKey("admin", expiresAt) });

    expect(body).toEqual({ data: { user: null, role: "admin", isAdmin: true, expiresAt } });
  });

  test("is 401 for an anonymous caller, also with a public role", async () => {
    for (const as of [ANONYMOUS, { ...ANONYMOUS, role: "visitor" }]) {
      expect((await auth.call("GET", "/api/auth/me", { as })).status).toBe(401);
    }
  });

  test("answers HEAD without a body", async () => {
    const { identity } = await newUser();

    const { status, body } = await auth.call("HEAD", "/api/auth/me", { as: identity });

    expect([status, body]).toEqual([200, null]);
  });
});

describe("refresh", () => {
  test("extends the idle end and sends the same cookie again", async () => {
    const { id, email, identity, token } = await newUser();
    await age(identity, "idle_expires_at", "3 days");

    const answer = await refresh(identity, token);

    expect(answer.status).toBe(200);
    expect(answer.body.data.user).toEqual({ id, email, name: "Ada", role: "editor" });
    expect(Date.parse(answer.body.data.expiresAt) - Date.now()).toBeGreaterThan(6.99 * DAY_MS);
    expect(tokenOf(answer)).toBe(token);
    expect(await auth.identify("session", token)).not.toBeNull();
  });

  test("never extends the end beyond the absolute one", async () => {
    const { identity, token } = await newUser();
    await age(identity, "expires_at", "29 days");

    const { body, cookie } = await refresh(identity, token);

    expect(Date.parse(body.data.expiresAt) - Date.now()).toBeLessThan(1.01 * DAY_MS);
    expect(Number(/Max-Age=(\d+)/.exec(cookie ?? "")?.[1])).toBeLessThanOrEqual(86_400);
  });

  test("is 401 for a key, for an anonymous caller, and for an ended session", async () => {
    const { identity, token } = await newUser();
    await auth.call("POST", "/api/auth/logout", { as: identity });

    for (const as of [await newKey("admin"), ANONYMOUS, { ...ANONYMOUS, role: "visitor" }, identity]) {
      expect((await refresh(as, token)).status).toBe(401);
    }
  });

  test("returns only the session's own token", async () => {
    const [{ identity }, other] = [await newUser(), await newUser()];

    for (const token of [other.token, "x".repeat(43)]) expect((await refresh(identity, token)).status).toBe(401);
    expect((await auth.call("POST", "/api/auth/refresh", { as: identity })).status).toBe(401);
  });
});

describe("logout", () => {
  test("ends the session on the server, clears the cookie, and gateways drop their caches", async () => {
    const { identity, token } = await newUser();
    const before = await epoch();

    const { status, body, cookie } = await auth.call("POST", "/api/auth/logout", { as: identity });

    expect(status).toBe(200);
    expect(body).toEqual({ data: { success: true } });
    expect(cookie).toBe("cms_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    expect(await auth.identify("session", token)).toBeNull();
    expect(await epoch()).not.toBe(before);
  });

  test("is 200 for every caller: anonymous, a key, an ended session", async () => {
    const { identity } = await newUser();
    await auth.call("POST", "/api/auth/logout", { as: identity });

    for (const as of [ANONYMOUS, identity, await newKey("editor")]) {
      const { status, body } = await auth.call("POST", "/api/auth/logout", { as });
      expect([status, body]).toEqual([200, { data: { success: true } }]);
    }
  });

  test("doesn't end the user's other sessions", async () => {
    const { email, identity } = await newUser();
    const other = await auth.signIn(email);

    await auth.call("POST", "/api/auth/logout", { as: identity });

    expect(await auth.identify("session", other.token)).not.toBeNull();
  });

  test("with all=true ends every session of the user, and of no other user", async () => {
    const { email, identity, token } = await newUser();
    const other = await auth.signIn(email);
    const stranger = await newUser();

    await auth.call("POST", "/api/auth/logout?all=true", { as: identity });

    expect(await auth.identify("session", token)).toBeNull();
    expect(await auth.identify("session", other.token)).toBeNull();
    expect(await auth.identify("session", stranger.token)).not.toBeNull();
  });

  test.each([["all=AAA"], ["all="], ["all=1"], ["all=true&all=false"], ["every=true"]])(
    "with ?%s is 400, and no session ends",
    async (search) => {
      const { identity, token } = await newUser();

      expect((await auth.call("POST", `/api/auth/logout?${search}`, { as: identity })).status).toBe(400);
      expect((await auth.call("POST", `/api/auth/logout?${search}`)).status).toBe(400);
      expect(await auth.identify("session", token)).not.toBeNull();
    },
  );
});

test("a session's token is random: it is derived from neither its id nor the secret", async () => {
  const { identity, token } = await newUser();

  const id = identity.credentialId ?? "";
  const keys = ["colophon session token 1", "colophon login code 1"].map((use) => Buffer.from(hkdfSync("sha256", SECRET, "", use, 32)));
  for (const key of [...keys, SECRET]) expect(createHmac("sha256", key).update(id).digest("base64url")).not.toBe(token);
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
});

describe("sessions", () => {
  test("lists the caller's valid sessions, newest first, and marks the current one", async () => {
    const { email, identity } = await newUser();
    const answer = await auth.call("POST", "/api/auth/create", {
      body: await auth.codeFor(email),
      headers: { "user-agent": "Test/1.0", "x-cms-client": "192.0.2.7" },
    });
    const newer = await auth.identify("session", tokenOf(answer));
    await newUser();

    const { status, body } = await auth.call("GET", "/api/auth/sessions", { as: identity });

    expect(status).toBe(200);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const times = { createdAt: time, lastUsedAt: time, expiresAt: time };
    expect(body.data).toEqual([
      { id: newer?.credentialId, ...times, userAgent: "Test/1.0", ip: "192.0.2.7", current: false },
      { id: identity.credentialId, ...times, userAgent: expect.any(String), ip: null, current: true },
    ]);
  });

  test("DELETE ends one of the caller's sessions at once", async () => {
    const { email, identity } = await newUser();
    const other = await auth.signIn(email);
    const before = await epoch();

    const { status, body, cookie } = await auth.call("DELETE", `/api/auth/sessions/${other.identity.credentialId}`, { as: identity });

    expect([status, body, cookie]).toEqual([200, { data: { id: other.identity.credentialId } }, null]);
    expect(await auth.identify("session", other.token)).toBeNull();
    expect(await epoch()).not.toBe(before);
  });

  test("DELETE of the current session clears the cookie", async () => {
    const { identity } = await newUser();

    const { cookie } = await auth.call("DELETE", `/api/auth/sessions/${identity.credentialId}`, { as: identity });

    expect(cookie).toContain("Max-Age=0");
  });

  test("another user's session, an unknown id and a malformed id are the same 404", async () => {
    const { identity } = await newUser("admin");
    const stranger = await newUser();

    const answers = [];
    for (const id of [stranger.identity.credentialId, randomUUID(), "none", "%00"])
      answers.push(await auth.call("DELETE", `/api/auth/sessions/${id}`, { as: identity }));

    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toEqual(answers[0]?.body);
    }
    expect(await auth.identify("session", stranger.token)).not.toBeNull();
  });

  test("are 401 for an anonymous caller and 403 for a key", async () => {
    expect((await auth.call("GET", "/api/auth/sessions")).status).toBe(401);
    expect((await auth.call("GET", "/api/auth/sessions", { as: await newKey("admin") })).status).toBe(403);
  });
});

describe("lifetimes, by the database's clock", () => {
  test("a session expires after seven days without use", async () => {
    const { identity, token } = await newUser();
    await age(identity, "idle_expires_at", "7 days");

    expect(await auth.identify("session", token)).toBeNull();
    expect((await auth.call("GET", "/api/auth/me", { as: identity })).status).toBe(401);
    expect((await refresh(identity, token)).status).toBe(401);
  });

  test("a session expires after thirty days, regardless of its idle end", async () => {
    const { identity, token } = await newUser();
    await age(identity, "expires_at", "30 days");

    expect(await auth.identify("session", token)).toBeNull();
  });

  test("use extends the idle end, stored at most every ten minutes", async () => {
    const { identity, token } = await newUser();
    await age(identity, "idle_expires_at", "1 day");
    const soon = await auth.identify("session", token);
    await age(identity, "last_used_at", "11 minutes");
    const later = await auth.identify("session", token);

    const endIn = (found: Identity | null) => (Date.parse(found?.expiresAt ?? "") - Date.now()) / DAY_MS;
    expect(endIn(soon)).toBeCloseTo(6, 2);
    expect(endIn(later)).toBeCloseTo(7, 2);
  });

  test("a look-up for an event stream extends nothing", async () => {
    const { identity, token } = await newUser();
    await age(identity, "idle_expires_at", "1 day");
    await age(identity, "last_used_at", "11 minutes");
    const found = await auth.identify("session", token, { isUse: false });

    expect((Date.parse(found?.expiresAt ?? "") - Date.now()) / DAY_MS).toBeCloseTo(6, 2);
  });

  test("a new role, a new address and a deletion apply to open sessions at the next look-up", async () => {
    const { id, identity, token } = await newUser("editor");
    const email = newAddress();
    await auth.sql("update cms.users set role = 'visitor', email = $2 where id = $1", [id, email]);
    const changed = await auth.identify("session", token);
    await auth.sql("delete from cms.users where id = $1", [id]);

    expect(changed).toMatchObject({ role: "visitor", email, credentialId: identity.credentialId });
    expect(await auth.identify("session", token)).toBeNull();
  });

  test.each([["not hex"], ["0".repeat(63)], ["A".repeat(64)], [7], [null]])("a look-up with a malformed hash is 400: %s", async (hash) => {
    const gateway: Identity = { ...ANONYMOUS, kind: "gateway" };

    expect((await auth.call("POST", "/internal/identify", { as: gateway, body: { kind: "session", hash } })).status).toBe(400);
  });

  test("the cleanup removes expired rows and nothing else", async () => {
    const dead = await newUser();
    const live = await newUser();
    await age(dead.identity, "idle_expires_at", "8 days");
    const forgotten = await auth.ask(newAddress());
    const mailed = await auth.codeFor(live.email);
    await auth.sql("update cms.login_requests set expires_at = now() - interval '2 hours' where id = any($1)", [
      [forgotten, mailed.authRequestId],
    ]);
    const open = await auth.ask(newAddress());

    const swept = await sweep(auth.db);

    expect(swept.sessions).toBeGreaterThanOrEqual(1);
    expect(await auth.sql("select id from cms.sessions where id = $1", [dead.identity.credentialId])).toEqual([]);
    expect(await auth.identify("session", live.token)).not.toBeNull();
    const left = await auth.sql<{ id: string }>("select id from cms.login_requests where id = any($1)", [
      [forgotten, mailed.authRequestId, open],
    ]);
    // A mail counts towards its address's limit for a day.
    expect(left.map(({ id }) => id).toSorted()).toEqual([mailed.authRequestId, open].toSorted());
  });
});
