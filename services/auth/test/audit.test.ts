import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newAddress, startAuth, type TestAuth } from "./support.ts";

const CLIENT = { "x-cms-client": "203.0.113.7", "x-request-id": "a-request" };
let auth: TestAuth;
beforeAll(async () => void (auth = await startAuth({ audited: true })));
afterAll(() => auth.stop());
beforeEach(() => auth.sql("truncate cms.audit"));

const rows = () =>
  auth.sql(`select action, entity, record_id as "recordId", actor_kind as kind, actor_id as actor, address, request_id as "requestId", route, changes::text
    from cms.audit order by seq`);

async function newUser(role = "editor") {
  const email = newAddress();
  const id = await auth.addUser(email, role);
  const signedIn = await auth.signIn(email, CLIENT);
  return { id, email, ...signedIn };
}

test("a sign-in, its confirmation and its end are rows of the user's session", async () => {
  const { id, email, identity, token } = await newUser();
  await auth.call("POST", "/api/auth/confirm", { as: identity, body: await auth.codeFor(email), headers: CLIENT });
  await auth.call("POST", "/api/auth/refresh", { as: identity, headers: { ...CLIENT, "x-cms-session": token } });
  await auth.call("POST", "/api/auth/logout", { as: identity, headers: CLIENT });

  const session = {
    entity: "_session",
    recordId: identity.credentialId,
    kind: "user",
    actor: id,
    address: "203.0.113.7",
    requestId: "a-request",
  };
  expect(await rows()).toEqual([
    expect.objectContaining({ action: "create", entity: "_user", recordId: id }),
    { ...session, action: "create", route: null, changes: "[]" },
    { ...session, action: "confirm", route: null, changes: "[]" },
    { ...session, action: "delete", route: null, changes: "[]" },
  ]);
});

test("a sign-in ends the session that it was presented with, as a row of its own", async () => {
  const { email, identity } = await newUser();
  await auth.call("POST", "/api/auth/create", { as: identity, body: await auth.codeFor(email), headers: CLIENT });

  const actions = (await rows()).map(({ action, entity }) => `${entity}.${action}`);
  expect(actions).toEqual(["_user.create", "_session.create", "_session.delete", "_session.create"]);
});

test("swept sessions, and used ones, leave no rows", async () => {
  const { token } = await newUser();
  await auth.sql("truncate cms.audit");
  await auth.sql("update cms.sessions set last_used_at = now() - interval '1 hour'");
  await auth.identify("session", token);
  await auth.sql("delete from cms.sessions");

  expect(await rows()).toEqual([]);
});

test("a key's creation and revocation name the admin and the key, and a change of address the user", async () => {
  const admin = await newUser("admin");
  await auth.sql("truncate cms.audit");
  const body = { name: "Website", role: "visitor" };
  const made = await auth.call("POST", "/api/_api-keys", { as: admin.identity, body, headers: CLIENT });
  await auth.call("DELETE", `/api/_api-keys/${made.body.data.id}`, { as: admin.identity, headers: CLIENT });
  const asked = await auth.call("POST", "/api/auth/email", { as: admin.identity, body: { email: newAddress() } });
  const { authRequestId } = asked.body.data;
  await auth.sendCode({ requestId: authRequestId });
  await auth.call("POST", "/api/auth/email/confirm", {
    as: admin.identity,
    body: { authRequestId, code: auth.lastCode() },
    headers: CLIENT,
  });

  const by = { kind: "user", actor: admin.id, address: "203.0.113.7", requestId: "a-request", route: null };
  const key = { ...by, entity: "_api-key", recordId: made.body.data.id };
  expect(await rows()).toEqual([
    { ...key, action: "create", changes: '["name", "role"]' },
    { ...key, action: "delete", changes: "[]" },
    { ...by, action: "update", entity: "_user", recordId: admin.id, changes: '["email"]' },
  ]);
});

test("refused sign-ins are one row for each address and minute", async () => {
  const email = newAddress();
  await auth.addUser(email);
  await auth.sql("truncate cms.audit");
  const { authRequestId, code } = await auth.codeFor(email);
  const wrong = { authRequestId, code: String((Number(code) + 1) % 1_000_000).padStart(6, "0") };
  const from = (address: string) => ({ body: wrong, headers: { ...CLIENT, "x-cms-client": address } });
  for (const address of ["203.0.113.8", "203.0.113.8", "203.0.113.9"])
    expect((await auth.call("POST", "/api/auth/create", from(address))).status).toBe(401);

  const found = await rows();
  const entry = {
    action: "refuse",
    entity: "_session",
    recordId: null,
    kind: "anonymous",
    actor: null,
    requestId: "a-request",
    changes: "[]",
  };
  const minutes = new Set((await auth.sql("select date_trunc('minute', at)::text as at from cms.audit")).map(({ at }) => at));
  expect(found.length).toBeLessThanOrEqual(2 * minutes.size); // a minute may end meanwhile
  expect(found).toEqual(
    expect.arrayContaining([
      { ...entry, address: "203.0.113.8", route: "POST /api/auth/create" },
      { ...entry, address: "203.0.113.9", route: "POST /api/auth/create" },
    ]),
  );
});

test("a signed-in caller without the permission is a row", async () => {
  const editor = await newUser();
  await auth.sql("truncate cms.audit");
  for (let times = 0; times < 2; times++) {
    expect((await auth.call("GET", "/api/_api-keys", { as: editor.identity, headers: CLIENT })).status).toBe(403);
  }

  const [first] = await rows();
  expect(first).toMatchObject({ action: "refuse", kind: "user", actor: editor.id, route: "GET /api/_api-keys", entity: null });
});
