import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { newAddress, startAuth, type TestAuth } from "./support.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
afterEach(() => {
  auth.deliver.next = () => ({ kind: "sent" });
});

const mailsTo = (email: string): number => auth.mails.filter(({ to }) => to === email).length;
const mailNow = (requestId: string, attempt = 0) => auth.sendCode({ requestId, attempt });
const rowOf = async (id: string) => (await auth.sql("select * from cms.login_requests where id = $1", [id]))[0];
const retriesOf = (id: string) =>
  auth.sql<{ payload: string; seconds: number }>(
    "select payload, extract(epoch from run_at - created_at)::float8 as seconds from cms.outbox where payload->>'requestId' = $1 and payload->>'attempt' <> '0' order by run_at",
    [id],
  );
const newUser = async () => {
  const email = newAddress();
  await auth.addUser(email);
  return email;
};

test("an unknown address gets no mail, and nothing is stored for it", async () => {
  const email = newAddress();
  const id = await auth.ask(email);

  await mailNow(id);

  expect(mailsTo(email)).toBe(0);
  expect(await rowOf(id)).toMatchObject({ code_hmac: null, sent_at: null });
});

test("a job that runs twice sends one mail", async () => {
  const email = await newUser();
  const id = await auth.ask(email);

  await mailNow(id);
  await mailNow(id);

  expect(mailsTo(email)).toBe(1);
});

test("a late job, for a request that has ended or was deleted, sends nothing", async () => {
  const email = await newUser();
  const expired = await auth.ask(email);
  const gone = await auth.ask(email);
  await auth.sql("update cms.login_requests set expires_at = now() - interval '1 s' where id = $1", [expired]);
  await auth.sql("delete from cms.login_requests where id = $1", [gone]);

  await mailNow(expired);
  await mailNow(gone);

  expect(mailsTo(email)).toBe(0);
});

test("the mail is sent to the stored address, not to the text of the request", async () => {
  const email = newAddress();
  await auth.addUser(email.replace("user", "User"));

  await mailNow(await auth.ask(email.toUpperCase()));

  expect(auth.mails.at(-1)?.to).toBe(email.replace("user", "User"));
});

test("an address gets three mails in fifteen minutes per network, also if the jobs run simultaneously", async () => {
  const email = await newUser();
  const ids = [];
  for (let i = 0; i < 8; i++) ids.push(await auth.ask(email));

  await Promise.all(ids.map((id) => mailNow(id)));

  expect(mailsTo(email)).toBe(3);
});

test("the limits of one address don't affect another one", async () => {
  const [first, second] = [await newUser(), await newUser()];
  for (let i = 0; i < 4; i++) await mailNow(await auth.ask(first));

  await mailNow(await auth.ask(second));

  expect([mailsTo(first), mailsTo(second)]).toEqual([3, 1]);
});

test("without the mail server, the job is repeated with increasing delays, and the code that is finally sent is valid", async () => {
  const email = await newUser();
  const id = await auth.ask(email);
  auth.deliver.next = () => ({ kind: "unavailable", reason: "ECONNREFUSED" });

  for (let attempt = 0; attempt < 6; attempt++) await mailNow(id, attempt);

  const retries = await retriesOf(id);
  expect(retries.map(({ payload }) => JSON.parse(payload).attempt)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(retries.map(({ seconds }) => Math.round(seconds))).toEqual([1, 2, 4, 8, 15, 15]);
  expect(mailsTo(email)).toBe(0);

  auth.deliver.next = () => ({ kind: "sent" });
  await mailNow(id, 6);
  const code = /^\d{6}$/m.exec(auth.mails.at(-1)?.text ?? "")?.[0];
  expect((await auth.call("POST", "/api/auth/create", { body: { authRequestId: id, code } })).status).toBe(200);
});

test("a mail that waits for the server counts among the three", async () => {
  const email = await newUser();
  auth.deliver.next = () => ({ kind: "unavailable", reason: "ECONNREFUSED" });
  const ids = [];
  for (let i = 0; i < 5; i++) ids.push(await auth.ask(email));
  for (const id of ids) await mailNow(id);
  auth.deliver.next = () => ({ kind: "sent" });

  for (const id of ids) await mailNow(id, 1);

  expect(mailsTo(email)).toBe(3);
});

test("attempts end when the code expires", async () => {
  const email = await newUser();
  const id = await auth.ask(email);
  auth.deliver.next = () => ({ kind: "unavailable", reason: "ECONNREFUSED" });
  await mailNow(id);
  await auth.sql("update cms.login_requests set expires_at = now() - interval '1 s' where id = $1", [id]);

  await mailNow(id, 1);

  expect(await retriesOf(id)).toHaveLength(1);
});

test("a mail that is refused permanently is not repeated, and counts only until its code would expire", async () => {
  const email = await newUser();
  auth.deliver.next = () => ({ kind: "refused", reason: "550" });
  const id = await auth.ask(email);
  await mailNow(id);
  auth.deliver.next = () => ({ kind: "sent" });

  expect(await retriesOf(id)).toEqual([]);
  for (let i = 0; i < 3; i++) await mailNow(await auth.ask(email));
  expect(mailsTo(email)).toBe(2);
  await auth.sql("update cms.login_requests set expires_at = now() - interval '1 s' where id = $1", [id]);
  await mailNow(await auth.ask(email));
  expect(mailsTo(email)).toBe(3);
});

test("a request from before a sign-in gets no mail, one from after it does", async () => {
  const email = await newUser();
  const waiting = await auth.ask(email);
  await auth.signIn(email);
  const later = await auth.ask(email);
  const before = mailsTo(email);

  await mailNow(waiting);
  expect(mailsTo(email)).toBe(before);
  await mailNow(later);
  expect(mailsTo(email)).toBe(before + 1);
});

test("twenty thousand requests of others for an address prevent neither its mail nor its sign-in", async () => {
  const email = await newUser();
  await auth.sql(
    "insert into cms.login_requests (id, email, expires_at) select gen_random_uuid(), $1, now() + interval '10 minutes' from generate_series(1, 20000)",
    [email],
  );

  const { identity } = await auth.signIn(email);

  expect([identity.email, mailsTo(email)]).toEqual([email, 1]);
});
