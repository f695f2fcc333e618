import { expect, test } from "@jest/globals";
import { longLivedBytes } from "../../../tests/support/long-lived-bytes.ts";
import { openDatabase } from "./support.ts";

const ROW = { name: "one-long-row", text: "select repeat('x', 10000) || $1 as data" };
const LANES = 8;

test("the memory of a statement and its rows is free again without a full garbage collection", async () => {
  const { database, close } = await openDatabase({ poolSize: LANES });
  const runMany = async (count: number) => {
    const lane = async () => {
      for (let i = 0; i < count / LANES; i++) await database.run(ROW, [String(i)]);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  };

  await runMany(2_000);
  const before = longLivedBytes();
  await runMany(4_000);
  const kept = longLivedBytes() - before;
  await close();

  expect(kept / 4_000).toBeLessThan(1_000); // bytes a statement; a row takes 10,000
});
