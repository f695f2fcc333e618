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

const HOME = { "x-cms-client": "198.51.100.7", "user-agent": "Mozilla/5.0 Gecko/20100101 Firefox/128.0" };
const ELSEWHERE = { "x-cms-client": "203.0.113.9", "user-agent": "curl/8.5.0" };
const newUser = async (role = "editor") => {
  const email = newAddress();
  return { email, id: await auth.addUser(email, role) };
};
const deviceOf = ({ cookies }: { cookies: readonly string[] }) => /^cms_device=([^;]+)/.exec(cookies[1] ?? "")?.[1] ?? "none";
const subjects = async (userId: string) => (await auth.mailNotices(userId)).map(({ subject }) => subject);

test("a sign-in from a new device in a new network causes a notice, except the first one", async () => {
  const { email, id } = await newUser();
  await auth.signIn(email, HOME);
  expect(await subjects(id)).toEqual([]);

  const again = await auth.signIn(email, HOME); // a known network, no device
  expect(await subjects(id)).toEqual([]);
  const device = deviceOf(again.answer);
  await auth.signIn(email, { "x-cms-client": "192.0.2.1", "x-cms-device": device }); // a known device, which is given a new cookie
  expect(await subjects(id)).toEqual([]);

  await auth.signIn(email, { ...ELSEWHERE, "x-cms-device": device });
  const [notice] = await auth.mailNotices(id);

  expect(notice).toMatchObject({ to: email, subject: "New sign-in to Test" });
  expect(notice?.text).toContain("203.0.113.9");
  expect(notice?.text).toContain("curl/8.5.0");
});

test("after half a year, a sign-in from a new network doesn't count as the first one", async () => {
  const { email, id } = await newUser();
  await auth.signIn(email, HOME);
  await auth.sql("update cms.user_origins set last_used_at = last_used_at - interval '180 days' where user_id = $1", [id]);

  await auth.signIn(email, ELSEWHERE);

  expect(await subjects(id)).toEqual(["New sign-in to Test"]);
});

test("the creator of an API key gets a notice", async () => {
  const { email, id } = await newUser("admin");
  const { identity } = await auth.signIn(email);

  await auth.call("POST", "/api/_api-keys", { as: identity, body: { name: "Website 20261122", role: "visitor" } });

  const [notice] = await auth.mailNotices(id);
  expect(notice).toMatchObject({ to: email, subject: "New API key for Test" });
  expect(notice?.text).toContain("Name: Website …");
  expect(notice?.text).toContain("Role: visitor");
});

test("a new role causes a notice to the user, a new address one to the old address, for every kind of change", async () => {
  const { email, id } = await newUser();

  await auth.sql("update cms.users set role = 'admin', email = $2, name = 'x' where id = $1", [id, newAddress()]);
  await auth.sql("update cms.users set role = role, email = email, name = 'y' where id = $1", [id]);

  const notices = await auth.mailNotices(id);
  const [moved] = notices.filter(({ subject }) => subject === "Your address for Test was changed");
  const [promoted] = notices.filter(({ subject }) => subject === "Your role for Test was changed");
  expect(notices).toHaveLength(2);
  expect(moved?.to).toBe(email);
  expect(promoted?.text).toContain("Role: admin\nBefore: editor");
});

test("no notice contains a number of six digits, whatever the names of browsers and keys", async () => {
  const { email, id } = await newUser("admin");
  await auth.signIn(email, HOME);
  const { identity } = await auth.signIn(email, { "x-cms-client": "2001:db8::1", "user-agent": "Gecko/20100101 482917" });
  await auth.call("POST", "/api/_api-keys", { as: identity, body: { name: "482917", role: "visitor" } });
  await auth.sql("update cms.users set role = 'editor', email = $2 where id = $1", [id, newAddress()]);

  const notices = await auth.mailNotices(id);

  expect(notices).toHaveLength(4);
  for (const { subject, text, html } of notices) for (const part of [subject, text, html]) expect(part).not.toMatch(/\d{6}/);
});

test("a job sends each notice once, and is repeated while the mail server is unavailable", async () => {
  const { email, id } = await newUser();
  await auth.sql("update cms.users set role = 'visitor' where id = $1", [id]);
  const jobs = await auth.sql<{ payload: string; queue: string }>(
    "select payload::text as payload, queue from cms.outbox where payload->>'noticeId' in (select id::text from cms.notices where user_id = $1)",
    [id],
  );
  const payload = JSON.parse(jobs[0]?.payload ?? "null");
  auth.deliver.next = () => ({ kind: "unavailable", reason: "ECONNREFUSED" });

  await expect(auth.sendNotice(payload)).rejects.toThrow("ECONNREFUSED");
  auth.deliver.next = () => ({ kind: "sent" });
  await auth.sendNotice(payload);
  await auth.sendNotice(payload);

  expect(jobs.map(({ queue }) => queue)).toEqual(["notices"]);
  expect(Object.keys(payload)).toEqual(["noticeId"]);
  expect(auth.mails.filter(({ to }) => to === email)).toHaveLength(1);
});
