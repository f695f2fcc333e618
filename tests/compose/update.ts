/**
 * Updates the Compose stack under load, as docs/operate/compose.md says.
 * The time of the longest request says something about the update only if nothing else uses the machine: QUIET_MACHINE=1 checks it.
 */
import assert from "node:assert/strict";
import type { Docker } from "./docker.ts";
import type { Editor } from "./editor.ts";
import { callInTurn, problemIn, type Kind } from "./load.ts";
import type { Step } from "./steps.ts";

const MOST_FAILURES = 0.01;
const LONGEST_MS = 2_000;
const SERVICES = ["gateway", "content", "auth", "search", "asset", "asset-worker", "email-worker", "webhook-worker"];

/** @param docker the running stack, with Caddy before the gateway */
export async function updateUnderLoad(step: Step, docker: Docker, editor: Editor): Promise<void> {
  const picture = await editor.upload();
  const before = await containersOf(docker);
  const load = startLoad(editor.allKinds(picture));
  await step("every container is replaced under load", () => docker.shell("scripts/compose-update"));
  const { sent, failures, longestMs } = await load.stop();
  console.log(`    ${failures.length} of ${sent} requests failed, the longest took ${Math.round(longestMs)} ms`);
  const after = await containersOf(docker);
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

function containersOf(docker: Docker): Promise<string[][]> {
  return Promise.all(SERVICES.map((service) => docker.containersOf(service)));
}

/** Sends requests of all kinds, until it is stopped. None is sent again. */
function startLoad(kinds: readonly Kind[]) {
  const failures: string[] = [];
  let sent = 0;
  let longestMs = 0;

  async function send(kind: Kind): Promise<void> {
    const began = performance.now();
    const problem = await kind
      .send()
      .then((answer) => problemIn(kind, answer))
      .catch(String);
    sent += 1;
    longestMs = Math.max(longestMs, performance.now() - began);
    if (problem !== null) failures.push(`${new Date().toISOString()} ${kind.name}: ${problem}`);
  }

  const calls = callInTurn(kinds, send);
  return {
    async stop() {
      await calls.stop();
      return { sent, failures, longestMs };
    },
  };
}
