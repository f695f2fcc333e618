import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { eventually } from "../../tests/support/eventually.ts";
import { startChild } from "../../tests/support/servers/child-server.ts";
import { freePort } from "../../tests/support/servers/free-port.ts";
import { NODE_ENVIRONMENT } from "../../tests/support/machine/node-environment.ts";
import { startRedis } from "../../tests/support/servers/redis.ts";
import { startFakeUpstream } from "./support/fake-upstream.ts";

const MAIN = new URL("../src/main.ts", import.meta.url).pathname;

async function startProcess() {
  const folder = mkdtempSync(join(tmpdir(), "colophon-gateway-"));
  const configFile = join(folder, "cms.config.ts");
  writeFileSync(
    configFile,
    'export default { entities: [{ name: "article", fields: [{ name: "title", type: "text" }] }], roles: [{ name: "admin", isAdmin: true }, { name: "visitor", public: true }] };',
  );
  const [redis, service, port, opsPort] = await Promise.all([startRedis(), startFakeUpstream(), freePort(), freePort()]);
  const env = {
    ...process.env,
    ...NODE_ENVIRONMENT,
    NODE_OPTIONS: "",
    PORT: String(port),
    OPS_PORT: String(opsPort),
    HOST: "127.0.0.1",
    CMS_CONFIG: configFile,
    REDIS_URL: redis.url,
    CONTENT_URL: service.url,
    AUTH_URL: service.url,
    ASSET_URL: service.url,
    SEARCH_URL: "",
    LOG_LEVEL: "info",
    IDENTITY_PRIVATE_KEY: generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
  };
  const child = await startChild(process.execPath, [MAIN], "listening", { env });
  const stop = async (): Promise<void> => {
    await child.end("SIGKILL");
    await service.stop();
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { child, service, url: `http://127.0.0.1:${port}`, opsUrl: `http://127.0.0.1:${opsPort}`, stop };
}

test("the process serves, reports its health on its second port only, and stops at SIGTERM without failing a request", async () => {
  const gateway = await startProcess();
  const exit = new Promise<number | null>((resolve) => gateway.child.process.once("exit", resolve));

  const isOk = async (path: string) => (await fetch(gateway.opsUrl + path)).ok;
  for (const path of ["/livez", "/readyz", "/metrics"]) await eventually(() => isOk(path), { what: `${path} is 200` });
  const outside = await Promise.all(["/livez", "/readyz", "/metrics"].map(async (path) => (await fetch(gateway.url + path)).status));
  const toAnswer: ServerResponse[] = [];
  gateway.service.behave((_request, response) => void toAnswer.push(response));
  const underWay = fetch(`${gateway.url}/api/assets/a.png`); // the gateway waits for files longer than for records
  await eventually(() => toAnswer.length === 1);
  gateway.child.process.kill("SIGTERM");
  gateway.child.process.kill("SIGINT");
  await eventually(async () => (await fetch(`${gateway.opsUrl}/readyz`)).status === 503);
  for (const response of toAnswer) response.end("slow");
  const answer = await underWay;
  const code = await exit;
  const text = await answer.text();
  await gateway.stop();

  expect(outside).toEqual([404, 404, 404]);
  expect([answer.status, text, code]).toEqual([200, "slow", 0]);
});

test("when a service fails, the gateway stays in use: only its health answer reports it", async () => {
  const gateway = await startProcess();
  const ready = async () => (await fetch(`${gateway.opsUrl}/readyz`)).status;
  const healthy = async () => (await fetch(`${gateway.url}/api/health`)).status;

  await eventually(async () => (await ready()) === 200 && (await healthy()) === 200);
  gateway.service.ready = false;
  await eventually(async () => (await healthy()) === 503);
  const after = await ready();
  await gateway.stop();

  expect(after).toBe(200);
});

test("a wrong environment ends the start with status 1 and a sentence for each variable, without a stack", async () => {
  const env = { PATH: process.env["PATH"], PORT: "many" };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));

  expect(code).toBe(1);
  expect(output).toMatch(/PORT is "many"[^]*REDIS_URL is not set/);
  expect(output).not.toContain("    at ");
});
