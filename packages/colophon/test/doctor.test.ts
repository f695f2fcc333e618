import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { STATUS } from "../src/cli/failures.ts";
import { ROOT } from "../src/stack/settings.ts";
import { startRedis, type TestRedis } from "../../../tests/support/servers/redis.ts";
import { startSmtp, type TestSmtp } from "../../../tests/support/servers/smtp.ts";
import { freePort } from "../../../tests/support/servers/free-port.ts";
import { runDoctor } from "./doctor-fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-doctor-"));
const server = createServer();
const run: typeof runDoctor = (own, options) => runDoctor({ CMS_DATA_DIR: join(folder, "data"), ...own }, options);
const S3 = {
  STORAGE_ADAPTER: "s3",
  S3_BUCKET: "media",
  S3_REGION: "us-east-1",
  S3_ACCESS_KEY_ID: "someone",
  S3_SECRET_ACCESS_KEY: "hush-hush",
};
let usedPort: number;
let redis: TestRedis;
let smtp: TestSmtp;
beforeAll(async () => {
  [redis, smtp] = await Promise.all([startRedis({ own: true }), startSmtp()]);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  usedPort = typeof address === "object" && address ? address.port : 0;
});
afterAll(async () => {
  await Promise.all([redis?.stop(), smtp?.stop()]);
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test("doctor prints one line for each requirement, and succeeds if all are met", async () => {
  const { status, lines } = await run({ REDIS_URL: redis.url, SMTP_URL: smtp.url, PORT: String(await freePort()) });

  expect(lines.map((line) => line.slice(0, line.indexOf(":")))).toEqual(
    ["node", "configuration", "data folder", "PostgreSQL", "Redis", "storage", "port", "mail"].map((name) => `ok  ${name}`),
  );
  expect(lines.find((line) => line.includes("Redis"))).toBe(`ok  Redis: ${new URL(redis.url).host} answers`);
  expect(status).toBe(STATUS.done);
  expect(smtp.mails).toHaveLength(0);
});

test("doctor sends a mail on request", async () => {
  const { lines } = await run({ SMTP_URL: smtp.url, PORT: String(await freePort()) }, { mailTo: "ada@example.org" });

  expect(lines).toContain("ok  mail: sent to ada@example.org");
  expect(smtp.mails.map(({ to }) => to)).toEqual([["ada@example.org"]]);
});

test("doctor names each requirement that is not met, and fails", async () => {
  const unused = await freePort();
  const { status, lines } = await run({
    DATABASE_URL: `postgresql://nobody@127.0.0.1:${unused}/none`,
    SMTP_URL: `smtp://127.0.0.1:${unused}`,
    REDIS_URL: `redis://127.0.0.1:${unused}`,
    ...S3,
    S3_ENDPOINT: `http://127.0.0.1:${unused}`,
    PORT: String(usedPort),
  });

  const failed = lines.filter((line) => line.startsWith("--")).map((line) => line.slice(4, line.indexOf(":")));
  expect(failed).toEqual(["PostgreSQL", "Redis", "storage", "port", "mail"]);
  expect(lines).toContain(`--  mail: no mail can be sent: ESOCKET CONN from 127.0.0.1:${unused}`);
  expect(lines.find((line) => line.startsWith("--  storage"))).toContain(`the bucket media at http://127.0.0.1:${unused}`);
  expect(lines).toContain(`--  port: ${usedPort} is in use by another program: set PORT.`);
  expect(status).toBe(STATUS.refused);
});

test("doctor names a wrong configuration, and a Redis that accepts no writes", async () => {
  const wrong = { CMS_CONFIG: join(ROOT, "packages/colophon/test/cli/fixtures/wrong.config.ts"), PORT: String(await freePort()) };
  const { lines } = await run({ ...wrong, REDIS_URL: redis.url.replace("redis://", "redis://nobody:wrong@") });

  const failed = lines.filter((line) => line.startsWith("--")).map((line) => line.slice(4, line.indexOf(":")));
  expect(failed).toEqual(["configuration", "Redis", "storage"]);
});
