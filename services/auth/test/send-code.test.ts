import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { retryDelayMs } from "@colophon/jobs";
import { CODE_LIFE_MINUTES } from "@colophon/runtime/credentials";
import { sendCodeJob } from "../src/mail/mail.job.ts";
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
const mailNow = (requestId: string) => auth.sendCode({ requestId });
/** A run while the mail server is away. */
const failNow = (requestId: string) => expect(mailNow(requestId)).rejects.toThrow("the mail server is not available: ECONNREFUSED");
const rowOf = async (id: string) => (await auth.sql("select * from cms.login_requests where id = $1", [id]))[0];
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

test("without the mail server, a run fails, and the queue repeats it for longer than a code is valid", async () => {
  const { attempts, backoff } = sendCodeJob;
  const pausesMs = Array.from({ length: attempts - 1 }, (_, at) => retryDelayMs(backoff, at + 1, 0));
  const email = await newUser();
  const id = await auth.ask(email);
  auth.deliver.next = () => ({ kind: "unavailable", reason: "ECONNREFUSED" });

  await failNow(id);
  await failNow(id);
  expect(mailsTo(email)).toBe(0);
  auth.deliver.next = () => ({ kind: "sent" });
  await mailNow(id);

  const code = /^\d{6}$/m.exec(auth.mails.at(-1)?.text ?? "")?.[0];
  expect((await auth.call("POST", "/api/auth/create", { body: { authRequestId: id, code } })).status).toBe(200);
  expect(pausesMs.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(CODE_LIFE_MINUTES * 60_000);
});

test("a mail that waits for the server counts among the three", async () => {
  const email = await newUser();
  auth.deliver.next = () => ({ kind: "unavailable", reason: "ECONNREFUSED" });
  const ids = [];
  for (let i = 0; i < 5; i++) ids.push(await auth.ask(email));
  for (const id of ids.slice(0, 3)) await failNow(id);
  for (const id of ids.slice(3)) await mailNow(id); // no mail may be sent
  auth.deliver.next = () => ({ kind: "sent" });

  for (const id of ids) await mailNow(id);

  expect(mailsTo(email)).toBe(3);
});

test("attempts end when the code expires", async () => {
  const email = await newUser();
  const id = await auth.ask(email);
  auth.deliver.next = () => ({ kind: "unavailable", reason: "ECONNREFUSED" });
  await failNow(id);
  await auth.sql("update cms.login_requests set expires_at = now() - interval '1 s' where id = $1", [id]);

  await mailNow(id);

  expect(mailsTo(email)).toBe(0);
});

test("a mail that is refused permanently is not repeated, and counts only until its code would expire", async () => {
  const email = await newUser();
  auth.deliver.next = () => ({ kind: "refused", reason: "550" });
  const id = await auth.ask(email);
  await mailNow(id);
  auth.deliver.next = () => ({ kind: "sent" });

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
