import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newAddress, startAuth, type TestAuth } from "./support.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth({ cookieSecure: true, own: true });
});
afterAll(() => auth.stop());

test("COOKIE_SECURE marks every cookie Secure", async () => {
  const email = newAddress();
  await auth.addUser(email);
  const { answer, identity, token } = await auth.signIn(email);

  for (const cookie of answer.cookies) expect(cookie).toMatch(/; Secure$/);
  expect((await auth.call("POST", "/api/auth/refresh", { as: identity, headers: { "x-cms-session": token } })).cookie).toMatch(/; Secure$/);
  expect((await auth.call("POST", "/api/auth/logout", { as: identity })).cookie).toMatch(/; Secure$/);
});

test("without Redis, a logout still ends the session", async () => {
  const email = newAddress();
  await auth.addUser(email);
  const { identity, token } = await auth.signIn(email);
  await auth.stopRedis();

  const { status } = await auth.call("POST", "/api/auth/logout", { as: identity });

  expect(status).toBe(200);
  expect(await auth.identify("session", token)).toBeNull();
});

test("without PostgreSQL, every route is 503 with Retry-After", async () => {
  await auth.stopPostgres();

  const answers = [
    await auth.call("POST", "/api/auth/request", { body: { email: newAddress() } }),
    await auth.call("POST", "/api/auth/create", { body: { authRequestId: "7d4c1f9e-2f3b-4c0a-9d57-1b1f5b0c9a11", code: "123456" } }),
  ];

  for (const { status, headers, body } of answers) {
    expect(status).toBe(503);
    expect(body.error.code).toBe("SERVICE_UNAVAILABLE");
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  }
});
