import { expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import { setTimeout as sleep } from "node:timers/promises";
import { startSmtp } from "../support/servers/smtp.ts";
import type { TestSmtp } from "../support/servers/smtp.ts";
import { SEPARATE } from "../support/stack/stack.ts";
import { msUntil, useFaultSite } from "./site.ts";

const TIMEOUT = 180_000;
const site = useFaultSite(async () => ({ variables: SEPARATE }));

/** Creates this number of users and requests a code for each; all requests must be accepted quickly. */
async function requestCodes(name: string, count: number): Promise<readonly string[]> {
  const { admin, visitor } = site.stack;
  const emails = Array.from({ length: count }, (_, number) => `${name}-${number}@example.com`);
  for (const email of emails) expect((await admin.post("/api/_user", { email, name, role: "reader" })).status).toBe(201);
  const answers = await Promise.all(emails.map((email) => visitor.post("/api/auth/request", { email })));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  return emails;
}

/** Waits until each of these addresses has received a mail. @returns the number of duplicate mails */
async function duplicatesOnceAllArrived({ mails }: Pick<TestSmtp, "mails">, emails: readonly string[], limitMs: number): Promise<number> {
  const theirs = () => mails.flatMap(({ to }) => to.filter((address) => emails.includes(address)));
  await msUntil(limitMs, () => new Set(theirs()).size === emails.length);
  expect(emails.filter((email) => !theirs().includes(email))).toEqual([]);
  return theirs().length - emails.length;
}

test(
  "Redis is emptied with 60 pending codes: every mail arrives within 30 s",
  async () => {
    const { smtp, redisUrl } = site.stack;
    smtp.behave("silent"); // 20 mails are being sent, and the others wait in Redis
    const emails = await requestCodes("flushed", 60);
    await sleep(2_000);
    const redis = new Redis(redisUrl);
    const pending = await redis.keys("bull:mail:*");
    await redis.flushdb();
    redis.disconnect();
    smtp.behave("accept");

    expect(pending.length).toBeGreaterThan(30);
    expect(await duplicatesOnceAllArrived(smtp, emails, 30_000)).toBeLessThanOrEqual(1);
  },
  TIMEOUT,
);

test(
  "the email worker is killed with 20 running mails: each arrives within 15 s after its return, at most one of them twice",
  async () => {
    const { smtp, pidOf } = site.stack;
    smtp.behave("silent");
    const emails = await requestCodes("killed", 20);
    await sleep(2_000);
    const pid = Number(await pidOf("email-worker"));
    process.kill(pid, "SIGKILL");
    smtp.behave("accept");
    expect(await msUntil(30_000, async () => ![pid, null].includes(await pidOf("email-worker")))).toBeLessThan(30_000);

    expect(await duplicatesOnceAllArrived(smtp, emails, 20_000)).toBeLessThanOrEqual(1);
  },
  TIMEOUT,
);

test(
  "the mail server is unavailable for 20 s: requests are accepted, and every mail arrives within 30 s after its return",
  async () => {
    const { smtp } = site.stack;
    await smtp.stop();
    const emails = await requestCodes("away", 30);
    await sleep(20_000);
    const back = await startSmtp({ port: smtp.port });
    try {
      expect(await duplicatesOnceAllArrived(back, emails, 30_000)).toBeLessThanOrEqual(1);
    } finally {
      await back.stop();
    }
  },
  TIMEOUT,
);
