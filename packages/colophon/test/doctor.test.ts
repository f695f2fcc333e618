import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { STATUS } from "@colophon/cli";
import { ROOT } from "@colophon/scripts/stack/settings.ts";
import { freePort } from "../../../tests/support/free-port.ts";
import { examine } from "../src/doctor/doctor.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-doctor-"));
const server = createServer();
let usedPort: number;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  usedPort = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test("doctor prints one line for each requirement, and succeeds if all are met", async () => {
  const { status, lines } = await run({ REDIS_URL: `redis://127.0.0.1:${usedPort}`, PORT: String(await freePort()) });

  expect(lines.map((line) => line.slice(0, line.indexOf(":")))).toEqual(
    ["node", "configuration", "data folder", "PostgreSQL", "Redis", "port", "mail"].map((name) => `ok  ${name}`),
  );
  expect(lines.find((line) => line.includes("Redis"))).toBe(`ok  Redis: 127.0.0.1:${usedPort} answers`);
  expect(status).toBe(STATUS.done);
});

test("doctor names each requirement that is not met, and fails", async () => {
  const unused = await freePort();
  const { status, lines } = await run({
    CMS_CONFIG: join(ROOT, "packages/cli/test/fixtures/wrong.config.ts"),
    DATABASE_URL: `postgresql://nobody@127.0.0.1:${unused}/none`,
    SMTP_URL: `smtp://127.0.0.1:${unused}`,
    REDIS_URL: `redis://127.0.0.1:${unused}`,
    PORT: String(usedPort),
  });

  const failed = lines.filter((line) => line.startsWith("--")).map((line) => line.slice(4, line.indexOf(":")));
  expect(failed).toEqual(["configuration", "PostgreSQL", "Redis", "port", "mail"]);
  expect(lines).toContain(`--  port: ${usedPort} is in use by another program: set PORT.`);
  expect(status).toBe(STATUS.refused);
});

async function run(own: Readonly<Record<string, string>>): Promise<{ status: number; lines: readonly string[] }> {
  const [stdin, stdout, stderr] = [Readable.from([]), new PassThrough(), new PassThrough()];
  const printed = text(stdout);
  const variables = { CMS_CONFIG: join(ROOT, "cms.config.ts"), CMS_DATA_DIR: join(folder, "data"), HOST: "127.0.0.1", ...own };
  const status = await examine({ variables, terminal: { stdin, stdout, stderr }, signal: new AbortController().signal });
  stdout.end();
  return { status, lines: (await printed).split("\n").filter((line) => /^(?:ok|--) {2}/.test(line)) };
}
