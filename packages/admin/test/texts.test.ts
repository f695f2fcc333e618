import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const source = join(import.meta.dirname, "../src");
const catalogues = new Map(
  globSync("texts/*.json", { cwd: source }).map((file): [string, Set<string>] => [
    file,
    keysIn(JSON.parse(readFileSync(join(source, file), "utf8"))),
  ]),
);

function keysIn(texts: object, before = ""): Set<string> {
  return new Set(
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === "string" ? [before + name] : [...keysIn(text as object, `${before}${name}.`)],
    ),
  );
}

test("every catalogue has the same texts", () => {
  const [[first, keys], ...others] = [...catalogues] as [[string, Set<string>], ...[string, Set<string>][]];

  expect(others.length).toBeGreaterThan(0);
  for (const [file, own] of others) expect([file, [...own].toSorted()]).toEqual([expect.stringContaining(""), [...keys].toSorted()]);
  expect(first).toMatch(/json$/);
});

/** The first argument may choose between texts. */
function textsIn(given: string): readonly string[] {
  return [...given.matchAll(/"(\w+(?:\.[\w$]+)+)"/g)].map(([, key = ""]) => key);
}

test("every text that the page uses is in the catalogue", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: source });
  const named = files.flatMap((file) =>
    [...readFileSync(join(source, file), "utf8").matchAll(/\bt\(([^()`{}]*)/g)].flatMap(([, given = ""]) => textsIn(given)),
  );
  const keys = [...catalogues.values()][0] ?? new Set();

  const missing = named.filter((key) => !keys.has(key) && !keys.has(`${key}_other`));
  expect(named.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
