import { beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import type { Client } from "../support/http/client.ts";
import { ageSignIns } from "../support/database/sign-ins.ts";
import { ADMIN, mailedCode } from "../support/stack/stack.ts";
import { refusal, useSite } from "./site.ts";

const site = useSite();
let admin: Client;
let userId: string;
beforeAll(async () => {
  admin = await site.stack.signIn(ADMIN);
  userId = (await admin.post("/api/_user", { email: "someone@example.com", role: "editor" })).data.id;
});

const codeFor = async (email: string) => {
  const { authRequestId } = (await site.stack.visitor.post("/api/auth/request", { email })).data;
  return { authRequestId, code: await mailedCode(site.stack.smtp, email) };
};
test("a sensitive change is refused if the sign-in is too old, and accepted after a confirmation", async () => {
  expect((await admin.put(`/api/_user/${userId}`, { role: "writer" })).status).toBe(200);
  await ageSignIns(site.stack.databaseUrl, 16);

  const attempts = [
    () => admin.put(`/api/_user/${userId}`, { role: "editor" }),
    () => admin.post("/api/_api-keys", { name: "x", role: "editor" }),
    () => admin.post("/api/auth/email", { email: "other@example.com" }),
  ];
  for (const attempt of attempts) expect(refusal(await attempt())).toMatchObject({ status: 403, code: "CONFIRMATION_REQUIRED" });
  expect((await admin.get("/api/tag")).status).toBe(200);

  const confirmed = await admin.post("/api/auth/confirm", await codeFor(ADMIN));
  const answers = [];
  for (const attempt of attempts) answers.push((await attempt()).status);

  expect(confirmed.status).toBe(200);
  expect(confirmed.data.confirmedUntil).toBe((await admin.get("/api/auth/me")).data.confirmedUntil);
  expect(answers).toEqual([200, 201, 200]);
});

test("an address is changed with a code that is mailed to the new one, and the old one gets a notice", async () => {
  const someone = await site.stack.signIn("someone@example.com");
  const { authRequestId } = (await someone.post("/api/auth/email", { email: "new@example.com" })).data;
  const code = await mailedCode(site.stack.smtp, "new@example.com");

  expect(refusal(await someone.put(`/api/_user/${userId}`, { email: "new@example.com" })).status).toBe(403);
  expect((await someone.post("/api/auth/email/confirm", { authRequestId, code })).data.user.email).toBe("new@example.com");
  expect((await someone.get("/api/auth/me")).data.user.email).toBe("new@example.com");
  const notice = () =>
    site.stack.smtp.mails.find(({ to, parsed }) => to.includes("someone@example.com") && /was changed/.test(parsed.subject ?? ""));
  expect((await eventually(notice)).parsed.text).not.toMatch(/\d{6}/);
});
