import { expect, test } from "@jest/globals";
import { newId } from "../src/index.ts";

test("an id is a UUID of version 7", () => {
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("an id made in a later millisecond sorts later", () => {
  const ids = [1, 2, 1_000, 0xffff_ffff, 0xffff_ffff_ffff].map((at) => newId(at));

  expect(ids.toSorted()).toEqual(ids);
});

test("ids of the same millisecond differ", () => {
  expect(new Set(Array.from({ length: 1_000 }, () => newId(1))).size).toBe(1_000);
});
