import { expect, test } from "@jest/globals";
import { createReminder } from "../src/index.ts";

test("a sentence is said at once and not again before its time, another one at once", () => {
  const said: string[] = [];
  const remind = createReminder((sentence) => void said.push(sentence), { againMs: Infinity });

  for (const sentence of ["tables", "tables", "storage", "tables"]) remind(sentence);

  expect(said).toEqual(["tables", "storage"]);
});

test("after its time a sentence is said again", () => {
  const said: string[] = [];
  const remind = createReminder((sentence) => void said.push(sentence), { againMs: 0 });

  for (const sentence of ["tables", "tables"]) remind(sentence);

  expect(said).toEqual(["tables", "tables"]);
});
