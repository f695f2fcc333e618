import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { NODE_ENVIRONMENT } from "../../../tests/support/machine/node-environment.ts";
import { createOutput } from "../src/stack/output.ts";
import { startGuard } from "../src/stack/processes/guard.ts";
import type { HeartbeatLimits } from "../src/stack/processes/heartbeat.ts";
import { PONG } from "@colophon/runtime/supervised";
import { supervise, type Supervised } from "../src/stack/processes/supervise.ts";

let folder: string;
let printed: string;
let process: Supervised;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "colophon-two-"));
  printed = "";
});
afterEach(async () => {
  await process.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(heartbeat?: HeartbeatLimits, args = [join(import.meta.dirname, "fixtures/two-services.ts"), folder]): Promise<void> {
  const program = {
    name: "services",
    command: globalThis.process.execPath,
    args,
    env: NODE_ENVIRONMENT,
    folder,
    answersPings: true,
    readyLine: "RUNNING",
  };
  const output = createOutput((line) => void (printed += line));
  process = supervise(program, {
    output,
    guard: startGuard(),
    isUp: () => true,
    onFailedStart: () => undefined,
    ...(heartbeat && { heartbeat }),
  });
  await process.ready;
}

const ask = (service: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get({ socketPath: `${folder}/${service}.sock`, path, agent: false }, (answer) => void text(answer).then(resolve, reject)).on(
      "error",
      reject,
    );
  });
const answersAgain = (): Promise<unknown> => eventually(async () => (await ask("content", "/")) === "content");

test("services in one process answer on their own sockets, and stop in rounds", async () => {
  await start();
  const answers = await Promise.all([ask("gateway", "/"), ask("content", "/readyz")]);

  await process.stop();

  expect(answers).toEqual(["gateway", "ok"]);
  expect(printed.match(/^.*closed.*$/gm)).toEqual(["gateway  │ warn: closed", "content  │ warn: closed"]);
});

test.each([
  ["whose event loop is blocked", () => ask("gateway", "/block").catch(() => undefined)], // its connection is cut
  ["that is stopped by a signal", async () => globalThis.process.kill(process.pid() ?? 0, "SIGSTOP")],
])("a process %s is restarted", async (_what, hang) => {
  await start({ everyMs: 20, unanswered: 100, unansweredAtStart: 10_000 });
  const before = process.pid();

  await hang();

  await eventually(async () => process.pid() !== null && process.pid() !== before);
  await answersAgain();
  expect(printed).toContain("services doesn't react and is ended\nservices ended (SIGKILL) and restarts in 0.5 s");
});

test("a process that needs long to load its program is not ended; one that never begins to answer is", async () => {
  const slow = `const until = Date.now() + 500;
    while (Date.now() < until);
    process.on("message", () => process.send(${JSON.stringify(PONG)}));
    console.log("RUNNING");`;

  await start({ everyMs: 10, unanswered: 1_000, unansweredAtStart: 10_000 }, ["-e", slow]);
  expect(printed).not.toContain("doesn't react");
  await process.stop();

  await start({ everyMs: 10, unanswered: 10_000, unansweredAtStart: 3 }, ["-e", "for (;;);"]);
  await eventually(() => printed.includes("services doesn't react and is ended"));
});

test("an unhandled error of one service ends the process in order, and it is restarted", async () => {
  await start();
  const before = process.pid();

  await ask("content", "/crash");

  await eventually(async () => process.pid() !== null && process.pid() !== before);
  await answersAgain();
  expect(printed).toContain("fatal: unhandled error");
  expect(printed).toContain("gateway  │ warn: closed\ncontent  │ warn: closed\n");
  expect(printed).toContain("services ended (status 1) and restarts in 0.5 s");
});
