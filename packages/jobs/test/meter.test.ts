import { expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { createMeter } from "../src/meter.ts";

test("many simultaneous requests cause one measurement, and the next one follows later", async () => {
  let measured = 0;
  const read = createMeter(async () => [++measured], 50);

  const storm = await Promise.all(Array.from({ length: 100 }, () => read()));
  const later = await eventually(read, { what: "it is measured again", accepts: ([number]) => number !== 1 });

  expect(new Set(storm.flat())).toEqual(new Set([1]));
  expect(later).toEqual([2]);
});

test("a failed measurement returns null and no error", async () => {
  const read = createMeter(async () => Promise.reject(new Error("away")));

  expect(await read()).toEqual([]);
});
