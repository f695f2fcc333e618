import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { createOpening } from "../src/index.ts";

test("a delayed task runs after its delay, and ends with the process", async () => {
  const events: string[] = [];
  const opening = createOpening(async () => {
    await sleep(20);
    events.push("begun");
    return async () => void events.push("ended");
  });

  const before = opening.isDone();
  await sleep(100);
  const after = opening.isDone();
  await opening.close();

  expect([before, after]).toEqual([false, true]);
  expect(events).toEqual(["begun", "ended"]);
});

test("a stop during the delay cancels it", async () => {
  const opening = createOpening((signal) => sleep(60_000, undefined, { signal }));

  await opening.close();

  expect(opening.isDone()).toBe(false);
});
