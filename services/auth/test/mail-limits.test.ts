import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newAddress, startAuth, type TestAuth } from "./support.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const HOME = "198.51.100.7";
const from = (ip: string, device?: string) => ({ "x-cms-client": ip, ...(device !== undefined && { "x-cms-device": device }) });
const mailsTo = (email: string): number => auth.mails.filter(({ to }) => to === email).length;
const newUser = async () => {
  const email = newAddress();
  await auth.addUser(email);
  return email;
};
/** Requests this many codes from there. @returns the number of sent mails */
const ask = async (email: string, times: number, headers: Record<string, string>): Promise<number> => {
  const before = mailsTo(email);
  for (let time = 0; time < times; time++) await auth.sendCode({ requestId: await auth.ask(email, headers) });
  return mailsTo(email) - before;
};
const anHourLater = (email: string) =>
  auth.sql(
    "update cms.login_requests set sent_at = sent_at - interval '1 hour', expires_at = expires_at - interval '1 hour' where email = $1",
    [email],
  );
/** Signs in from there. @returns the device's cookie */
const signIn = async (email: string, headers: Record<string, string>): Promise<string> => {
  const requestId = await auth.ask(email, headers);
  await auth.sendCode({ requestId });
  const { cookies } = await auth.call("POST", "/api/auth/create", { body: { authRequestId: requestId, code: auth.lastCode() }, headers });
  return /^cms_device=([^;]+)/.exec(cookies[1] ?? "")?.[1] ?? "none";
};

test("each network (/24 or /64) has its own limit of three mails in fifteen minutes", async () => {
  const email = await newUser();

  expect(await ask(email, 4, from("203.0.113.1"))).toBe(3);
  expect(await ask(email, 1, from("203.0.113.254"))).toBe(0);
  expect(await ask(email, 4, from("203.0.114.1"))).toBe(3);
  expect(await ask(email, 4, from("2001:db8:0:1::1"))).toBe(3);
  expect(await ask(email, 1, from("2001:db8:0:1:ffff::1"))).toBe(0);
  expect(await ask(email, 1, from("2001:db8:0:2::1"))).toBe(1);
});

test("networks from which an address never signed in have twenty mails per day together", async () => {
  const email = await newUser();
  let sent = 0;

  for (let network = 0; network < 9; network++) sent += await ask(email, 3, from(`10.0.${network}.1`));

  expect(sent).toBe(20);
});

test("other callers can't prevent a user from getting a code in a network from which they signed in", async () => {
  const email = await newUser();
  await signIn(email, from(HOME));
  for (let network = 0; network < 9; network++) await ask(email, 3, from(`10.0.${network}.1`));
  await anHourLater(email);
  expect(await ask(email, 1, from("10.0.99.1"))).toBe(0);

  expect(await ask(email, 1, from("198.51.100.99"))).toBe(1);
});

test("other callers can't prevent a user from getting a code on a known device, in any network", async () => {
  const email = await newUser();
  const device = await signIn(email, from(HOME));
  for (let network = 0; network < 9; network++) await ask(email, 3, from(`10.0.${network}.1`));

  expect(await ask(email, 1, from("10.0.1.1", device))).toBe(1);
  expect(await ask(email, 1, from("10.0.1.1", "x".repeat(43)))).toBe(0);
});

test("a known network or device has twenty mails per day, which don't count in the other limits", async () => {
  const email = await newUser();
  const device = await signIn(email, from(HOME));

  expect(await ask(email, 25, from(HOME))).toBe(20);
  expect(await ask(email, 25, from(HOME, device))).toBe(20);
  expect(await ask(email, 4, from("203.0.113.1"))).toBe(3);
});

test("ninety days after the last sign-in, a network or device is unknown again", async () => {
  const email = await newUser();
  const device = await signIn(email, from(HOME));
  await auth.sql("update cms.user_origins set last_used_at = last_used_at - interval '91 days'");

  expect(await ask(email, 5, from(HOME, device))).toBe(2); // in addition to the one of the sign-in
});

test("a device is identified by a random cookie, which is new at each sign-in, and only its hash is stored", async () => {
  const [email, other] = [await newUser(), await newUser()];
  const first = await signIn(email, from(HOME));
  const second = await signIn(other, from(HOME, first));

  const rows = await auth.sql("select * from cms.user_origins");
  expect(Buffer.from(first, "base64url")).toHaveLength(32);
  expect(second).not.toBe(first);
  for (const token of [first, second]) expect(JSON.stringify(rows)).not.toContain(token);
  expect(await ask(email, 5, from("203.0.113.1", second))).toBe(5); // both are known on it now
  expect(await ask(other, 5, from("203.0.113.1", second))).toBe(5);
  expect(await ask(email, 5, from("203.0.114.1", first))).toBe(3);
});

test("a device cookie changes no answer: only a sign-in sets it, and requests with it are answered as without", async () => {
  const email = await newUser();
  const device = await signIn(email, from(HOME));

  const answers = [];
  for (const headers of [from(HOME), from(HOME, device), from("203.0.113.1", device)]) {
    answers.push(await auth.call("POST", "/api/auth/request", { body: { email }, headers }));
    answers.push(await auth.call("POST", "/api/auth/request", { body: { email: newAddress() }, headers }));
    answers.push(await auth.call("POST", "/api/auth/create", { body: { authRequestId: "x", code: "123456" }, headers }));
  }

  expect(answers.flatMap(({ cookies }) => cookies)).toEqual([]);
  expect(new Set(answers.map(({ headers }) => [...headers.keys()].toSorted().join())).size).toBe(1);
});
