import { expect, test } from "@jest/globals";
import { createFullAssets } from "../src/full-assets.ts";

test("an asset without a place refuses what it doesn't have, and is looked at once a second", async () => {
  let looks = 0;
  const full = createFullAssets(async () => {
    looks++;
    return ["one", "two"];
  });

  const refusals = [await full.refuses("id", "one"), await full.refuses("id", "three"), await full.refuses("id", "four")];
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await full.refuses("id", "five");

  expect(refusals).toEqual([false, true, true]);
  expect(looks).toBe(2);
});

test("an asset with a place refuses nothing, and is looked at each time", async () => {
  let looks = 0;
  const full = createFullAssets(async () => {
    looks++;
    return null;
  });

  expect([await full.refuses("id", "one"), await full.refuses("id", "two")]).toEqual([false, false]);
  expect(looks).toBe(2);
});
