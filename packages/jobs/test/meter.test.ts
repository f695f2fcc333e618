import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { createMeter } from "../src/meter.ts";

test("a storm of questions is one measurement, and the next one comes later", async () => {
  let measured = 0;
  const read = createMeter(async () => [++measured], 50);

  const storm = await Promise.all(Array.from({ length: 100 }, () => read()));
  await sleep(80);
  const later = await read();

  expect(new Set(storm.flat())).toEqual(new Set([1]));
  expect(later).toEqual([2]);
});

test("a measurement that fails is nothing, and no failure", async () => {
  const read = createMeter(async () => Promise.reject(new Error("away")));

  expect(await read()).toEqual([]);
});
