import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Identity } from "@colophon/runtime";
import { EPOCH_KEY } from "@colophon/runtime";
import { ANONYMOUS, newAddress, startAuth, type TestAuth } from "./support.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const newUser = async (role = "editor") => {
  const email = newAddress();
  const id = await auth.addUser(email, role);
  return { id, email, ...(await auth.signIn(email)) };
};
/** The same session, some time after its sign-in. */
const aged = async ({ token, identity }: { token: string; identity: Identity }, minutes: number): Promise<Identity> => {
  await auth.sql("update cms.sessions set confirmed_at = now() - make_interval(mins => $2) where id = $1", [
    identity.credentialId,
    minutes,
  ]);
  const later = await auth.identify("session", token);
  if (!later) throw new Error("the session has ended");
  return later;
};
const confirm = (as: Identity, body: unknown) => auth.call("POST", "/api/auth/confirm", { as, body });
const minutesUntil = (time: string | null | undefined) => (Date.parse(time ?? "") - Date.now()) / 60_000;
const keyForm = { name: "A key", role: "editor" };

test("a sign-in counts as confirmed for fifteen minutes, and `me` returns the end of this time", async () => {
  const user = await newUser();

  const { body } = await auth.call("GET", "/api/auth/me", { as: user.identity });

  expect(minutesUntil(body.data.confirmedUntil)).toBeCloseTo(15, 1);
  expect(body.data.confirmedUntil).toBe(user.identity.confirmedUntil);
});

test("keys are created and revoked only with a recent sign-in, which is checked after the role and before the body", async () => {
  const [admin, editor] = [await newUser("admin"), await newUser("editor")];
  const { id } = (await auth.call("POST", "/api/_api-keys", { as: admin.identity, body: keyForm })).body.data;
  const [late, lateEditor] = [await aged(admin, 16), await aged(editor, 16)];

  const refused = [
    await auth.call("POST", "/api/_api-keys", { as: late, body: keyForm }),
    await auth.call("POST", "/api/_api-keys", { as: late, body: { nonsense: 1 } }),
    await auth.call("POST", "/api/_api-keys", { as: late, body: "no JSON" }),
    await auth.call("DELETE", `/api/_api-keys/${id}`, { as: late }),
    await auth.call("DELETE", "/api/_api-keys/none", { as: late }),
  ];
  const forbidden = await auth.call("POST", "/api/_api-keys", { as: lateEditor, body: keyForm });

  for (const { status, body } of refused) expect([status, body.error.code]).toEqual([403, "CONFIRMATION_REQUIRED"]);
  expect([forbidden.status, forbidden.body.error.code]).toEqual([403, "FORBIDDEN"]);
  expect((await auth.call("GET", "/api/_api-keys", { as: late })).status).toBe(200);
  expect((await auth.call("DELETE", `/api/_api-keys/${id}`, { as: await aged(admin, 14) })).status).toBe(200);
});

test("a code of the same user confirms the session, which keeps its token, and gateways drop their caches", async () => {
  const admin = await newUser("admin");
  const late = await aged(admin, 60);
  const before = await auth.redis.client.get(EPOCH_KEY);

  const { status, body, cookies } = await confirm(late, await auth.codeFor(admin.email));

  expect(status).toBe(200);
  expect(body.data.user).toMatchObject({ id: admin.id, email: admin.email });
  expect(minutesUntil(body.data.confirmedUntil)).toBeCloseTo(15, 1);
  expect(cookies).toEqual([]);
  expect(await auth.redis.client.get(EPOCH_KEY)).not.toBe(before);
  const now = await auth.identify("session", admin.token);
  expect(now?.credentialId).toBe(late.credentialId);
  expect((await auth.call("POST", "/api/_api-keys", { as: now ?? ANONYMOUS, body: keyForm })).status).toBe(201);
});

test("a wrong code, a used one and another user's code are the same 401, and change nothing", async () => {
  const [admin, other] = [await newUser("admin"), await newUser()];
  const late = await aged(admin, 60);
  const used = await auth.codeFor(admin.email);
  await auth.call("POST", "/api/auth/create", { body: used });
  const others = await auth.codeFor(other.email);

  const answers = [];
  for (const pair of [used, others, { authRequestId: "x", code: "123456" }]) answers.push(await confirm(late, pair));

  for (const { status, body, cookies } of answers) {
    expect([status, body.error.code, cookies]).toEqual([401, "UNAUTHORIZED", []]);
    expect(body).toEqual(answers[0]?.body);
  }
  expect(minutesUntil((await auth.identify("session", admin.token))?.confirmedUntil)).toBeLessThan(0);
  expect((await auth.call("POST", "/api/auth/create", { body: others })).status).toBe(200); // it was not used up
});

test("a code confirms once, and is invalid after five wrong attempts", async () => {
  const user = await newUser();
  const pair = await auth.codeFor(user.email);
  expect((await confirm(user.identity, pair)).status).toBe(200);
  expect((await confirm(user.identity, pair)).status).toBe(401);

  const guessed = await auth.codeFor(user.email);
  const wrong = guessed.code === "000000" ? "000001" : "000000";
  for (let tries = 0; tries < 5; tries++) await confirm(user.identity, { ...guessed, code: wrong });
  expect((await confirm(user.identity, guessed)).status).toBe(401);
});

test("confirming needs a session: anonymous is 401, a key 403, a malformed pair 400", async () => {
  const admin = await newUser("admin");
  const { key } = (await auth.call("POST", "/api/_api-keys", { as: admin.identity, body: { name: "x", role: "admin" } })).body.data;
  const identity = await auth.identify("key", key);

  expect((await confirm(ANONYMOUS, {})).status).toBe(401);
  expect((await confirm(identity ?? ANONYMOUS, {})).status).toBe(403);
  expect((await confirm(admin.identity, {})).status).toBe(400);
});

test("CONFIRM_MINUTES sets the time, and 0 disables confirmations", async () => {
  const [short, never] = [await startAuth({ confirmMinutes: 1 }), await startAuth({ confirmMinutes: 0 })];
  const look = async (service: TestAuth, minutes: number) => {
    const email = newAddress();
    await service.addUser(email, "admin");
    const { token, identity } = await service.signIn(email);
    await service.sql("update cms.sessions set confirmed_at = now() - make_interval(mins => $2) where id = $1", [
      identity.credentialId,
      minutes,
    ]);
    const as = (await service.identify("session", token)) ?? ANONYMOUS;
    return (await service.call("POST", "/api/_api-keys", { as, body: keyForm })).status;
  };

  expect([await look(short, 0), await look(short, 2), await look(never, 20_000)]).toEqual([201, 403, 201]);
  await Promise.all([short.stop(), never.stop()]);
});
