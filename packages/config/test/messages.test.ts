import { expect, test } from "@jest/globals";
import { ConfigError } from "../src/index.ts";
import { formatValue, nearest } from "../src/messages.ts";

const LONG = "a".repeat(63);

test.each([
  ["a letter that is missing", "titl", ["title"], "title"],
  ["a swap of neighbours", "tilte", ["title"], "title"],
  ["other case, even of a single letter", "W", ["w", "h"], "w"],
  ["two wrong letters in a long name", "artycles", ["article"], "article"],
  ["the nearest name, wherever it is listed", "articles", ["particle", "article"], "article"],
  ["names of 64 letters", `${LONG}b`, [`${LONG}c`], `${LONG}c`],
])("%s is a misspelling", (_case, name, known, expected) => {
  expect(nearest(name, known)).toBe(expected);
});

test.each([
  ["a different name of one or two letters", "ab", "ac"],
  ["two changed letters of a short name", "tibbe", "title"],
  ["two letters of which only one is in the neighbour's place", "xayy", "azyy"],
  ["a name of more than 64 letters", `${LONG}bb`, `${LONG}b`],
  ["a name like a known one of more than 64 letters", `${LONG}b`, `${LONG}bb`],
])("%s is no misspelling", (_case, name, known) => {
  expect(nearest(name, [known])).toBeUndefined();
});

test.each([
  ["a".repeat(60), `"${"a".repeat(60)}"`],
  ["a".repeat(61), "a long text"],
  [1.5, "1.5"],
  [false, "false"],
  [null, "null"],
  [[1], "an array"],
  [{}, "an object"],
  [undefined, "undefined"],
])("%j is shown as %s", (value, text) => {
  expect(formatValue(value)).toBe(text);
});

test("the error for a configuration that can't be used has all problems as its text", () => {
  const title = { path: "entities[0].name", message: "Add this." };

  expect(new ConfigError([title]).message).toBe("The configuration has one problem:\n  entities[0].name: Add this.");
  expect(new ConfigError([title, { path: "", message: "Write it." }], "cms.config.ts").message).toBe(
    "The configuration cms.config.ts has 2 problems:\n  entities[0].name: Add this.\n  Write it.",
  );
});
