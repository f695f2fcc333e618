/** The process as in production: what it needs, when it is ready, how it stops. */
import { spawn, type ChildProcess } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { validateConfig } from "@colophon/config";
import { applySchema, createDatabase, migrate, newId, type Database } from "@colophon/database";
import { compileSchema, tableChanges } from "@colophon/engine";
import { createSigner } from "@colophon/runtime";
import { eventually } from "../../../tests/support/eventually.ts";
import { freePort } from "../../../tests/support/servers/free-port.ts";
import { NODE_ENVIRONMENT } from "../../../tests/support/machine/node-environment.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { library } from "./support/library.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "colophon-search-"));
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const started: { child: ChildProcess; ended: Promise<number | null> }[] = [];
let postgres: TestPostgres;
let owner: Database;

beforeAll(async () => {
  writeFileSync(join(folder, "cms.config.mjs"), `export default ${JSON.stringify(library)};`);
  postgres = await startPostgres();
  owner = createDatabase({ url: postgres.url, poolSize: 2, ...TEST_LIMITS });
});
afterAll(async () => {
  for (const { child, ended } of started) {
    child.kill("SIGKILL");
    await ended;
  }
  await owner.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(changes: Record<string, string>) {
  const port = await freePort();
  const keys = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const environment = {
    ...NODE_ENVIRONMENT,
    PORT: String(port),
    HOST: "127.0.0.1",
    CMS_CONFIG: join(folder, "cms.config.mjs"),
    IDENTITY_PUBLIC_KEYS: keys,
  };
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN], {
    env: { ...environment, ...changes },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => void child.once("exit", resolve));
  started.push({ child, ended });
  return { child, ended, url: `http://127.0.0.1:${port}`, output: () => output };
}

const answers = (url: string, status: number): Promise<boolean> => eventually(async () => (await fetch(url)).status === status);

test("without a database, it names the missing variable and ends", async () => {
  const { ended, output } = await run({});

  expect(await ended).toBe(1);
  expect(output()).toContain("DATABASE_URL is not set");
});

test("it is ready when the tables exist, works with a read-only database user, and stops at SIGTERM", async () => {
  const url = new URL(postgres.url);
  await owner.run({ text: "create role looker login in role pg_read_all_data" });
  url.username = "looker";
  const program = await run({ SEARCH_DATABASE_URL: url.href, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
  const before = await answers(`${program.url}/readyz`, 503);
  const validated = validateConfig(library);
  if (!validated.ok) throw new Error("the test's configuration is wrong");
  await migrate(owner.pool);
  await applySchema(owner, compileSchema(validated.config), { tableChanges, adminEmail: "admin@example.com" });
  await owner.run({ text: "update content.site set name = 'needle'" });

  const ready = await answers(`${program.url}/readyz`, 200);
  const token = createSigner(privateKey).sign({ kind: "session", credentialId: newId(), userId: newId(), role: "admin", expiresAt: null });
  const answer = await fetch(`${program.url}/api/search?q=needle`, { headers: { "x-cms-identity": token } });
  const body: unknown = await answer.json();
  program.child.kill("SIGTERM");

  expect([before, ready, answer.status]).toEqual([true, true, 200]);
  expect(body).toMatchObject({ query: "needle", results: [{ entity: "site", document: { name: "needle" } }] });
  expect(await program.ended).toBe(0);
});
