import { spawn, type ChildProcess } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createSigner, type Identity } from "@colophon/runtime";
import { eventually } from "../../../tests/support/eventually.ts";
import { freePort } from "../../../tests/support/servers/free-port.ts";
import { NODE_ENVIRONMENT } from "../../../tests/support/machine/node-environment.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { startRedis, type TestRedis } from "../../../tests/support/servers/redis.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const signer = createSigner(privateKey);
const admin: Identity = {
  kind: "session",
  credentialId: "s",
  userId: "00000000-0000-7000-8000-00000000000a",
  role: "admin",
  email: "a@example.com",
  expiresAt: null,
};

let postgres: TestPostgres;
let redis: TestRedis;
const children: ChildProcess[] = [];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all([postgres?.stop(), redis?.stop()]);
});

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: {
      ...NODE_ENVIRONMENT,
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      CMS_SECRET: "a secret of the tests",
      CMS_ADMIN_EMAIL: "admin@example.com",
      IDENTITY_PUBLIC_KEYS: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
      HOST: "127.0.0.1",
      ...env,
    },
  });
  children.push(child);
  const output = { text: "" };
  child.stdout.on("data", (data: Buffer) => void (output.text += data.toString()));
  child.stderr.on("data", (data: Buffer) => void (output.text += data.toString()));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return { child, output, ended };
}

async function startReady(env: Record<string, string>) {
  const port = String(await freePort());
  const service = start({ PORT: port, ...env });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/readyz`)).ok, { what: "it is ready", everyMs: 100 }).catch((error: unknown) => {
    throw new Error(`not ready: ${service.output.text}`, { cause: error });
  });
  const send = (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: { "x-cms-identity": signer.sign(admin), "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  return { ...service, url, send };
}

test("a wrong configuration ends the start with status 1 and every problem", async () => {
  const { ended, output } = start({ PORT: "0", CMS_CONFIG: fixture("wrong.config.ts") });

  expect(await ended).toBe(1);
  expect(output.text).toMatch(/entities\[0\]\.name/);
  expect(output.text).toMatch(/entities\[0\]\.fields\[0\]\.name/);
});

test("a wrong environment ends the start with status 1 and a sentence for each variable", async () => {
  const { ended, output } = start({ PORT: "many", DATABASE_URL: "", CMS_CONFIG: fixture("stray.config.ts") });

  expect(await ended).toBe(1);
  expect(output.text).toMatch(/PORT is "many"/);
  expect(output.text).toMatch(/DATABASE_URL is not set/);
});

test("several replicas start on one empty database, and unhandled errors of project code end none of them", async () => {
  const env = { CMS_CONFIG: fixture("stray.config.ts") };
  const [first, second, third] = await Promise.all([startReady(env), startReady(env), startReady(env)]);
  const replicas = [first, second, third];

  const created = await Promise.all(replicas.map(({ send }) => send("POST", "/api/note", { title: "x" })));
  const routed = await first.send("GET", "/api/custom/stray");
  const strays = () => first.output.text.match(/(unhandled rejection|uncaught exception) in project code/g);
  await eventually(() => strays()?.length === 3, { what: "all three errors are logged" });
  const totals = await Promise.all(
    replicas.map(async ({ send }) => JSON.parse(await (await send("GET", "/api/note?limit=0")).text()).meta.total),
  );

  expect([...created.map(({ status }) => status), routed.status]).toEqual([201, 201, 201, 204]);
  expect(totals).toEqual([3, 3, 3]);
  expect(strays()).toHaveLength(3);
  expect(await (await fetch(`${first.url}/metrics`)).text()).toContain("http_request_duration_seconds");

  for (const { child } of replicas) child.kill("SIGTERM");
  expect(await Promise.all(replicas.map(({ ended }) => ended))).toEqual([0, 0, 0]);
});

test("without PostgreSQL it listens, is not ready, refuses requests, and says what it waits for", async () => {
  const [port, databasePort] = [await freePort(), await freePort()];
  const { child, output, ended } = start({
    PORT: String(port),
    CMS_CONFIG: fixture("stray.config.ts"),
    DATABASE_URL: `postgres://someone:hush@127.0.0.1:${databasePort}/site`,
  });
  const url = `http://127.0.0.1:${port}`;
  const statusOf = async (path: string) => (await fetch(url + path)).status;

  await eventually(() => output.text.includes("Waiting for PostgreSQL at"), { what: "it says what it waits for" });
  const answer = await fetch(`${url}/api/note`);
  const statuses = [await statusOf("/livez"), await statusOf("/readyz"), answer.status];
  child.kill("SIGTERM");

  expect(statuses).toEqual([200, 503, 503]);
  expect(answer.headers.get("x-cms-starting")).toBe("1");
  expect(output.text).toContain(`Waiting for PostgreSQL at 127.0.0.1:${databasePort} (`);
  expect(output.text).not.toContain("hush");
  expect(await ended).toBe(0);
});
