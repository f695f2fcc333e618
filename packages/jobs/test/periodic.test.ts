import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { defineJob } from "../src/index.ts";
import { startPeriodic } from "../src/periodic.ts";

function openLog() {
  const lines: string[] = [];
  const note = (_: object, message: string) => void lines.push(message);
  return { lines, log: { info: note, warn: note, error: note } };
}

test("a periodic job is done at the start and again, until it is closed", async () => {
  let runs = 0;
  const running = startPeriodic(defineJob({ name: "tick", everyMs: 40, run: async () => void runs++ }), openLog().log);

  await eventually(() => runs >= 3);
  await running.close();
  const after = runs;
  await sleep(100);

  expect(runs).toBe(after);
});

test("if more work is left, the next run starts at once, not after the interval", async () => {
  let left = 4;
  const running = startPeriodic(defineJob({ name: "many", everyMs: 60_000, run: async () => --left > 0 }), openLog().log);

  await eventually(() => left === 0);
  await running.close();
});

test("a failure is logged once, and the job is repeated after a delay", async () => {
  const { lines, log } = openLog();
  let runs = 0;
  const run = async (): Promise<void> => {
    if (++runs < 4) throw new Error("not yet");
  };
  const running = startPeriodic(defineJob({ name: "flaky", everyMs: 60_000, backoff: { firstMs: 10, longestMs: 20 }, run }), log);

  await eventually(() => runs === 4);
  await running.close();

  expect(lines).toEqual(["a periodic job failed and will be retried"]);
});

test("closing cancels a job that has not started, and signals and awaits a running one", async () => {
  const events: string[] = [];
  const late = startPeriodic(
    defineJob({ name: "late", everyMs: 60_000, firstAfterMs: 60_000, run: async () => void events.push("late") }),
    openLog().log,
  );
  let hasBegun = false;
  const run = async (signal: AbortSignal): Promise<void> => {
    hasBegun = true;
    await sleep(100_000, undefined, { signal }).catch(() => undefined);
    events.push("told");
  };
  const busy = startPeriodic(defineJob({ name: "busy", everyMs: 60_000, run }), openLog().log);
  await eventually(() => hasBegun);

  await Promise.all([late.close(), busy.close()]);

  expect(events).toEqual(["told"]);
});
