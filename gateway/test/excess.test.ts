import { expect, test } from "@jest/globals";
import { excessOf } from "../src/requests/excess.ts";

interface Thing {
  readonly name: string;
  readonly size: number;
  readonly rank?: number;
}
const callerOf = ({ name }: Thing): string => name[0] ?? "";
const sizeOf = ({ size }: Thing): number => size;
const rankOf = ({ rank }: Thing): number => rank ?? 0;
const namesOf = (things: readonly Thing[]): readonly string[] => things.map(({ name }) => name);

const HELD: readonly Thing[] = [
  { name: "a1", size: 5 },
  { name: "b1", size: 4 },
  { name: "a2", size: 3, rank: -1 },
  { name: "a3", size: 2 },
];

test("the caller who holds most loses its lowest and then its oldest things, until the rest is within the limit", () => {
  expect(namesOf(excessOf(HELD, { max: 14, callerOf, sizeOf, rankOf }))).toEqual([]);
  expect(namesOf(excessOf(HELD, { max: 11, callerOf, sizeOf, rankOf }))).toEqual(["a2"]);
  expect(namesOf(excessOf(HELD, { max: 8, callerOf, sizeOf, rankOf }))).toEqual(["a2", "a1"]);
});

test("a caller who holds less loses nothing, although it was first", () => {
  const held = [
    { name: "a1", size: 1 },
    { name: "b1", size: 2 },
    { name: "b2", size: 2 },
  ];

  expect(namesOf(excessOf(held, { max: 4, callerOf, sizeOf }))).toEqual(["b1"]);
});

test("a caller over its own limit loses things although there is room for them", () => {
  expect(namesOf(excessOf(HELD, { max: 100, maxPerCaller: 1, callerOf }))).toEqual(["a1", "a2"]);
});
