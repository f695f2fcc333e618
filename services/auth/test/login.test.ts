import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { newAddress, startAuth, tokenOf, type TestAuth } from "./support.ts";

const LOGIN_CODE = /^\d{6}$/;
let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const create = (body: unknown) => auth.call("POST", "/api/auth/create", { body });
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("the right code creates a session and sets its cookie", async () => {
  const email = newAddress();
  const id = await auth.addUser(email, "editor", "Ada");
  const pair = await auth.codeFor(email);

  const answer = await create(pair);

  expect(pair.code).toMatch(LOGIN_CODE);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ data: { user: { id, email, name: "Ada", role: "editor" } } });
  expect(answer.cookie).toMatch(/^cms_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=(2591999|2592000)$/);
  expect(await auth.identify("session", tokenOf(answer))).toMatchObject({ userId: id, role: "editor", email });
});

test("only hashes of the code and the token are stored", async () => {
  const email = newAddress();
  await auth.addUser(email);
  const pair = await auth.codeFor(email);
  const token = tokenOf(await create(pair));

  const [request] = await auth.sql("select * from cms.login_requests where id = $1", [pair.authRequestId]);
  const sessions = await auth.sql("select * from cms.sessions");

  expect(JSON.stringify(request)).not.toContain(pair.code);
  expect(JSON.stringify(sessions)).not.toContain(token);
});

test("a user without a name gets the part before @ as the name", async () => {
  const email = newAddress();
  await auth.addUser(email, "editor", null);

  const { body } = await create(await auth.codeFor(email));

  expect(body.data.user.name).toBe(email.split("@")[0]);
});

test("the cookie is Secure if the request used HTTPS", async () => {
  const email = newAddress();
  await auth.addUser(email);

  const answer = await auth.call("POST", "/api/auth/create", { body: await auth.codeFor(email), headers: { "x-cms-scheme": "https" } });

  expect(answer.cookie).toMatch(/; Secure$/);
});

test("a code works once", async () => {
  const email = newAddress();
  await auth.addUser(email);
  const pair = await auth.codeFor(email);

  expect((await create(pair)).status).toBe(200);
  expect((await create(pair)).status).toBe(401);
});

test("every wrong pair is the same 401", async () => {
  const email = newAddress();
  await auth.addUser(email);
  const pair = await auth.codeFor(email);
  const expired = await auth.codeFor(email);
  await auth.sql("update cms.login_requests set expires_at = now() - interval '1 second' where id = $1", [expired.authRequestId]);
  const nobody = await auth.ask(newAddress());
  const pairs = [
    { ...pair, code: wrongOf(pair.code) },
    { ...pair, code: "" },
    { ...pair, code: ` ${pair.code}` },
    { ...pair, code: "0".repeat(10_000) },
    { ...pair, authRequestId: "not an id" },
    { ...pair, authRequestId: "\0" },
    { ...pair, authRequestId: "7d4c1f9e-2f3b-4c0a-9d57-1b1f5b0c9a11" },
    expired,
    { authRequestId: nobody, code: "123456" },
  ];

  const answers = [];
  for (const each of pairs) answers.push(await create(each));

  for (const { status, body, cookie } of answers) {
    expect(status).toBe(401);
    expect(body).toEqual(answers[0]?.body);
    expect(cookie).toBeNull();
  }
});

test.each([
  [{}],
  [{ authRequestId: "x" }],
  [{ code: "123456" }],
  [{ authRequestId: 1, code: "123456" }],
  [{ authRequestId: "x", code: 123456 }],
  [{ authRequestId: null, code: null }],
])("a pair that is missing or not two strings is 400: %j", async (body) => {
  expect((await create(body)).status).toBe(400);
});

test("the sixth attempt is refused, also with the right code", async () => {
  const email = newAddress();
  await auth.addUser(email);
  const pair = await auth.codeFor(email);
  for (let tries = 0; tries < 5; tries++) await create({ ...pair, code: wrongOf(pair.code) });

  expect((await create(pair)).status).toBe(401);
});

test("of 200 parallel guesses exactly 5 are compared", async () => {
  const email = newAddress();
  await auth.addUser(email);
  const pair = await auth.codeFor(email);
  const compare = jest.spyOn(auth.codes, "codeMatches");

  const answers = await Promise.all(Array.from({ length: 200 }, () => create({ ...pair, code: wrongOf(pair.code) })));

  const compared = compare.mock.calls.length;
  compare.mockRestore();
  expect(compared).toBe(5);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  const [row] = await auth.sql<{ attempts: number }>("select attempts from cms.login_requests where id = $1", [pair.authRequestId]);
  expect(row?.attempts).toBe(5);
});

test("of 50 parallel right codes exactly one creates a session", async () => {
  const email = newAddress();
  const id = await auth.addUser(email);
  const pair = await auth.codeFor(email);

  const answers = await Promise.all(Array.from({ length: 50 }, () => create(pair)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
  expect(await auth.sql("select id from cms.sessions where user_id = $1", [id])).toHaveLength(1);
});

test("a newer request keeps the older ones valid, and a sign-in ends them all", async () => {
  const email = newAddress();
  await auth.addUser(email);
  const first = await auth.codeFor(email);
  const second = await auth.codeFor(email);
  const third = await auth.codeFor(email);

  expect((await create(second)).status).toBe(200);
  expect((await create(first)).status).toBe(401);
  expect((await create(third)).status).toBe(401);
});

test("three valid codes of one address used simultaneously create one session", async () => {
  const email = newAddress();
  const id = await auth.addUser(email);
  const pairs = [await auth.codeFor(email), await auth.codeFor(email), await auth.codeFor(email)];

  const statuses = (await Promise.all(pairs.map(create))).map(({ status }) => status);

  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  expect(await auth.sql("select id from cms.sessions where user_id = $1", [id])).toHaveLength(1);
});

test("a sign-in ends the session in its request, and creates a new token", async () => {
  const email = newAddress();
  await auth.addUser(email);
  const old = await auth.signIn(email);

  const answer = await auth.call("POST", "/api/auth/create", { as: old.identity, body: await auth.codeFor(email) });

  expect(answer.status).toBe(200);
  expect(tokenOf(answer)).not.toBe(old.token);
  expect(await auth.identify("session", old.token)).toBeNull();
  expect(await auth.identify("session", tokenOf(answer))).not.toBeNull();
});

test("a failed sign-in doesn't end the session in its request", async () => {
  const email = newAddress();
  await auth.addUser(email);
  const old = await auth.signIn(email);

  await auth.call("POST", "/api/auth/create", { as: old.identity, body: { authRequestId: "x", code: "000000" } });

  expect(await auth.identify("session", old.token)).not.toBeNull();
});

test("a user who was deleted after the mail was sent can't sign in", async () => {
  const email = newAddress();
  const id = await auth.addUser(email);
  const pair = await auth.codeFor(email);
  await auth.sql("delete from cms.users where id = $1", [id]);

  expect((await create(pair)).status).toBe(401);
});
