/**
 * Updates the Compose stack with Caddy under load, as docs/operate/compose.md says. `tests/compose/run` calls it with a copy of the sources.
 * The time of the longest request says something about the update only if nothing else uses the machine: QUIET_MACHINE=1 checks it.
 */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../support/servers/free-port.ts";
import { HIGH_RATE_LIMITS } from "../support/stack/high-rate-limits.ts";
import { createDocker } from "./docker.ts";
import { signIn } from "./editor.ts";
import type { Kind } from "./load.ts";
import { steps, type Step } from "./steps.ts";

const ADMIN = "admin@example.com";
const CALLERS = 6;
const PAUSE_MS = 50;
const MOST_FAILURES = 0.01;
const LONGEST_MS = 2_000;
const SERVICES = ["gateway", "content", "auth", "search", "asset", "asset-worker", "email-worker", "webhook-worker"];

const [folder = ""] = process.argv.slice(2);
assert(folder !== "", "The argument is missing: the folder with the sources");
const port = await freePort();
const docker = createDocker(folder, {
  COMPOSE_PROJECT_NAME: `colophon-update-${process.pid}`,
  COMPOSE_FILE: "docker-compose.yml:docker-compose.caddy.yml:tests/compose/tests.yml",
  COMPOSE_PROGRESS: "plain",
  SITE: ":80",
  HTTP_PORT: String(port),
  HTTPS_PORT: String(await freePort()),
  CMS_ADMIN_EMAIL: ADMIN,
  TRUST_PROXY: "172.16.0.0/12",
  ...HIGH_RATE_LIMITS,
});
const { compose } = docker;

await steps("The Compose stack is updated without an outage.", all, {
  printDiagnostics: async () => console.error((await compose("logs", "--no-color", "--tail", "40").catch(String)).slice(-20_000)),
  cleanUp: () => compose("down", "--volumes", "--remove-orphans", "--timeout", "5"),
});

async function all(step: Step): Promise<void> {
  await step("the stack starts with Caddy before the gateway", () => compose("up", "--wait"));
  const editor = await step("an admin signs in through Caddy", () => signIn(`http://127.0.0.1:${port}`, ADMIN, docker));
  const picture = await editor.upload();
  const before = await containers();
  const load = startLoad(editor.allKinds(picture));
  await step("every container is replaced under load", () => docker.shell("scripts/compose-update"));
  const { sent, failures, longestMs } = await load.stop();
  console.log(`    ${failures.length} of ${sent} requests failed, the longest took ${Math.round(longestMs)} ms`);
  const after = await containers();
  await step("no container is the one of before, and each service has as many as before", async () => {
    assert.deepEqual(
      after.map((ids) => ids.length),
      before.map((ids) => ids.length),
    );
    assert.deepEqual(
      after.flat().filter((id) => before.flat().includes(id)),
      [],
    );
  });
  await step("at most one request in a hundred failed", async () => {
    assert(sent > 500, `only ${sent} requests were sent`);
    assert(failures.length <= sent * MOST_FAILURES, failures.join("\n"));
  });
  if (process.env["QUIET_MACHINE"] === "1")
    await step("no request took longer than two seconds", async () => assert(longestMs <= LONGEST_MS, `${longestMs} ms`));
}

function containers(): Promise<string[][]> {
  return Promise.all(SERVICES.map((service) => docker.containersOf(service)));
}

/** Sends requests of all kinds in turn from several callers. None is sent again. */
function startLoad(kinds: readonly Kind[]) {
  const state = { isRunning: true, sent: 0, longestMs: 0 };
  const failures: string[] = [];

  async function send({ name, status, send: ask }: Kind): Promise<void> {
    const began = performance.now();
    const wrong = await ask().then(
      async (answer) => ((await answer.text()) !== undefined && answer.status === status ? null : String(answer.status)),
      (error: unknown) => String(error),
    );
    state.sent += 1;
    state.longestMs = Math.max(state.longestMs, performance.now() - began);
    if (wrong !== null) failures.push(`${new Date().toISOString()} ${name}: ${wrong}`);
  }

  async function call(first: number): Promise<void> {
    for (let turn = first; state.isRunning; turn++) {
      const kind = kinds[turn % kinds.length];
      if (kind) await send(kind);
      await sleep(PAUSE_MS);
    }
  }

  const callers = Array.from({ length: CALLERS }, (_, first) => call(first));
  return {
    async stop() {
      state.isRunning = false;
      await Promise.all(callers);
      return { sent: state.sent, failures, longestMs: state.longestMs };
    },
  };
}
