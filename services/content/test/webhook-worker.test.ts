import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { NODE_ENVIRONMENT } from "../../../tests/support/machine/node-environment.ts";

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

test("a webhook whose secret is not set ends the start of the worker with the path and what to do", async () => {
  const variables = { CMS_CONFIG: pathOf("fixtures/without-secret.config.ts"), HOST: "127.0.0.1", PORT: "0" };
  const servers = { DATABASE_URL: "postgres://nobody@127.0.0.1:9/none", REDIS_URL: "redis://127.0.0.1:9" };
  const worker = spawn(process.execPath, [pathOf("../src/worker.ts")], { env: { ...NODE_ENVIRONMENT, ...servers, ...variables } });
  const [output, errors, [status]] = await Promise.all([text(worker.stdout), text(worker.stderr), once(worker, "exit")]);
  const said = output + errors;

  expect(status).toBe(1);
  expect(said).toMatch(
    /webhooks\[1\]\.secret.*Set this secret, in the environment of the webhook worker: `openssl rand -base64 32` prints one\./s,
  );
  expect(said).not.toMatch(/webhooks\[0\]/);
});
