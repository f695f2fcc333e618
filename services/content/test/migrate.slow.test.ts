import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createDatabase } from "@colophon/database";
import { eventually } from "../../../tests/support/eventually.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { NODE_ENVIRONMENT } from "../../../tests/support/machine/node-environment.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";

const command = fileURLToPath(new URL("../src/migrate.ts", import.meta.url));
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

let postgres: TestPostgres;
beforeAll(async () => void (postgres = await startPostgres()));
afterAll(() => postgres?.stop());

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [command], {
    env: { ...NODE_ENVIRONMENT, DATABASE_URL: postgres.url, CMS_CONFIG: fixture("stray.config.ts"), NODE_ENV: "production", ...env },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (text += data.toString()));
  const ended = once(child, "close").then(([status]) => ({ status, text }));
  return { ended, text: () => text };
}
const migrate = (env: Record<string, string>) => start(env).ended;

test("without an admin and without an address, it stops with a message", async () => {
  const { status, text } = await migrate({});

  expect(status).toBe(1);
  expect(text).toMatch(/Set CMS_ADMIN_EMAIL/);
  expect(text).not.toMatch(/ {4}at /);
});

test("of two simultaneous runs and a later one, one does the work, and each reports it", async () => {
  await dropAll();
  const env = { CMS_ADMIN_EMAIL: "First@example.com" };

  const together = await Promise.all([migrate(env), migrate(env)]);
  const again = await migrate({});

  expect([...together, again].map(({ status }) => status)).toEqual([0, 0, 0]);
  const output = together.map(({ text }) => text).join("");
  expect(output.match(/Migrations applied: /g)).toHaveLength(1);
  expect(output.match(/The tables now match the configuration\. Changed: .*note/g)).toHaveLength(1);
  expect(output.match(/first@example\.com is the first admin\./g)?.length).toBeGreaterThanOrEqual(1);
  expect(again.text).toBe("All migrations are already applied.\nThe tables match the configuration. Nothing was changed.\n");
});

test("an invalid configuration and invalid variables are reported in sentences", async () => {
  const wrongConfig = await migrate({ CMS_CONFIG: fixture("wrong.config.ts") });
  const wrongEnv = await migrate({ DATABASE_URL: "" });

  expect([wrongConfig.status, wrongEnv.status]).toEqual([1, 1]);
  expect(wrongConfig.text).toMatch(/entities\[0\]\.name/);
  expect(wrongEnv.text).toMatch(/DATABASE_URL is not set/);
});

test("it waits for PostgreSQL to become available", async () => {
  const url = new URL(postgres.url);
  url.pathname = "/not_there_yet";
  const waiting = start({ DATABASE_URL: url.href, CMS_ADMIN_EMAIL: "a@example.com" });
  await eventually(() => waiting.text().includes("Waiting for PostgreSQL"), { what: "it says that it waits" });
  await query("create database not_there_yet");

  const { status, text } = await waiting.ended;

  expect([status, text]).toEqual([0, expect.stringMatching(/Migrations applied/)]);
  await query("drop database not_there_yet with (force)");
});

async function dropAll(): Promise<void> {
  await query(
    "drop schema if exists cms cascade",
    "drop schema if exists content cascade",
    "drop table if exists public._prisma_migrations",
  );
}

async function query(...statements: string[]): Promise<void> {
  const database = createDatabase({ url: postgres.url, ...TEST_LIMITS });
  for (const text of statements) await database.run({ text });
  await database.close();
}
