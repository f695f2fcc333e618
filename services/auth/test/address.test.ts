import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Identity } from "@colophon/runtime";
import { ANONYMOUS, newAddress, startAuth, type TestAuth } from "./support.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const newUser = async () => {
  const email = newAddress();
  const id = await auth.addUser(email);
  return { id, email, ...(await auth.signIn(email)) };
};
const mailsTo = (email: string) => auth.mails.filter(({ to }) => to === email);
const ask = (as: Identity, email: unknown) => auth.call("POST", "/api/auth/email", { as, body: { email } });
const confirm = (as: Identity, body: unknown) => auth.call("POST", "/api/auth/email/confirm", { as, body });
/** Requests a code for the new address and sends the mail at once. */
const codeAt = async (as: Identity, email: string) => {
  const { authRequestId } = (await ask(as, email)).body.data;
  const before = auth.mails.length;
  await auth.sendCode({ requestId: authRequestId });
  return { authRequestId, code: auth.mails.length > before ? auth.lastCode() : "none" };
};
const emailOf = async (id: string) => (await auth.sql<{ email: string }>("select email from cms.users where id = $1", [id]))[0]?.email;
const aDayPasses = () =>
  auth.sql("update cms.login_requests set created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'");

test("a user changes their address with a code that is mailed to the new one; their other sessions end, this one stays", async () => {
  const user = await newUser();
  const other = await auth.signIn(user.email);
  const next = newAddress();

  const pair = await codeAt(user.identity, next.toUpperCase());
  const answer = await confirm(user.identity, pair);

  expect(mailsTo(next).map(({ subject }) => subject)).toEqual(["Confirm your new address for Test"]);
  expect([answer.status, answer.body.data.user]).toEqual([200, { id: user.id, email: next, name: "Someone", role: "editor" }]);
  expect(await auth.identify("session", user.token)).toMatchObject({ email: next });
  expect(await auth.identify("session", other.token)).toBeNull();
  const [row] = await auth.sql<{ version: number }>("select version from cms.users where id = $1", [user.id]);
  expect(row?.version).toBe(2);
});

test("the old address gets a notice", async () => {
  const user = await newUser();
  await confirm(user.identity, await codeAt(user.identity, newAddress()));

  const [notice] = await auth.mailNotices(user.id);

  expect(notice?.to).toBe(user.email);
  expect(notice?.subject).toBe("Your address for Test was changed");
});

test("codes that were requested before the change become invalid, also sign-in codes", async () => {
  const user = await newUser();
  const signInCode = await auth.codeFor(user.email);
  const unused = await codeAt(user.identity, newAddress());

  await confirm(user.identity, await codeAt(user.identity, newAddress()));

  expect((await confirm(user.identity, unused)).status).toBe(401);
  expect((await auth.call("POST", "/api/auth/create", { body: signInCode })).status).toBe(401);
});

test("an address of another user gets no code, and the answer is the same", async () => {
  const [user, other] = [await newUser(), await newUser()];
  const before = mailsTo(other.email).length;

  const [taken, free] = [await ask(user.identity, other.email.toUpperCase()), await ask(user.identity, newAddress())];
  await auth.sendCode({ requestId: taken.body.data.authRequestId });

  expect(mailsTo(other.email)).toHaveLength(before);
  const shapes = [taken, free].map(({ status, headers, body }) => [status, headers.get("content-length"), Object.keys(body.data)]);
  expect(shapes[0]).toEqual(shapes[1]);
});

test("a wrong code, another user's code, a sign-in code and an address that is used meanwhile are the same 401", async () => {
  const [user, other] = [await newUser(), await newUser()];
  const next = newAddress();
  const pair = await codeAt(user.identity, next);
  const wrong = { ...pair, code: pair.code === "000000" ? "000001" : "000000" };

  const answers = [
    await confirm(user.identity, wrong),
    await confirm(other.identity, pair),
    await confirm(user.identity, await auth.codeFor(user.email)),
    await auth.call("POST", "/api/auth/create", { body: pair }),
  ];
  await auth.addUser(next);
  answers.push(await confirm(user.identity, pair));

  for (const { status, body } of answers) expect([status, body]).toEqual([401, answers[0]?.body]);
  expect(await emailOf(user.id)).toBe(user.email);
});

test("a user gets three codes in fifteen minutes and five per day, whether or not the addresses are in use", async () => {
  const [user, other] = [await newUser(), await newUser()];
  await codeAt(user.identity, other.email); // taken, and counted
  const sent = async () => (await codeAt(user.identity, newAddress())).code !== "none";

  expect([await sent(), await sent(), await sent()]).toEqual([true, true, false]);
  await auth.sql("update cms.login_requests set created_at = created_at - interval '16 minutes' where user_id = $1", [user.id]);
  expect([await sent(), await sent(), await sent()]).toEqual([true, true, false]);
  await aDayPasses();
  expect(await sent()).toBe(true);
});

test("an address gets three codes in fifteen minutes and five per day, from all users together", async () => {
  const next = newAddress();
  const sent = async () => (await codeAt((await newUser()).identity, next)).code !== "none";

  expect([await sent(), await sent(), await sent(), await sent()]).toEqual([true, true, true, false]);
  await auth.sql("update cms.login_requests set created_at = created_at - interval '16 minutes' where email = $1", [next]);
  expect([await sent(), await sent(), await sent()]).toEqual([true, true, false]);
});

test("both steps need a session with a recent sign-in: anonymous is 401, an older sign-in 403, before the body is checked", async () => {
  const user = await newUser();
  const late: Identity = { ...user.identity, confirmedUntil: new Date(Date.now() - 1000).toISOString() };

  for (const path of ["/api/auth/email", "/api/auth/email/confirm"]) {
    const call = (as: Identity) => auth.call("POST", path, { as, body: { nonsense: 1 } });
    expect((await call(ANONYMOUS)).status).toBe(401);
    expect((await call({ ...ANONYMOUS, kind: "key", credentialId: user.id, role: "admin" })).body.error.code).toBe("FORBIDDEN");
    expect((await call(late)).body.error.code).toBe("CONFIRMATION_REQUIRED");
    expect((await call(user.identity)).status).toBe(400);
  }
  expect((await ask(user.identity, "not an address")).status).toBe(400);
});
