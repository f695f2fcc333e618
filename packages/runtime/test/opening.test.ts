import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { createOpening } from "../src/index.ts";

test("a delayed task runs after its delay, and ends with the process", async () => {
  const events: string[] = [];
  const delay = Promise.withResolvers<void>();
  const opening = createOpening(async () => {
    await delay.promise;
    events.push("begun");
    return async () => void events.push("ended");
  });

  const before = opening.isDone();
  delay.resolve();
  const after = await eventually(() => opening.isDone(), { what: "it is done" });
  await opening.close();

  expect([before, after]).toEqual([false, true]);
  expect(events).toEqual(["begun", "ended"]);
});

test("a stop during the delay cancels it", async () => {
  const opening = createOpening((signal) => sleep(60_000, undefined, { signal }));

  await opening.close();

  expect(opening.isDone()).toBe(false);
});
