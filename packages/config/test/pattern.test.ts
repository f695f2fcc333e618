import { expect, test } from "@jest/globals";
import { patternOf } from "@colophon/config";

const LETTERS = ["", "a", "A", "b", "ab", "aa", "aaa", "a b", "a-b", "a--b", "Ab", "1", "12", "٣", "é", "äé x", "😀", "😀a", "ж", "αβ"];
const SIGNS = ["{", "/", "-", "\n", "b\na\nc", "\u2028", "\u00a0", "\ufeff", "\u200b", " \u2003", "a\u00a0", "\b", "\u0001AB\0", "]\\^-"];
const TEXTS = [...LETTERS, ...SIGNS, "2024", "a foo b", "afoo"];

const WRITTEN = ["^[a-z0-9]+(?:-[a-z0-9]+)*$", String.raw`^\w+$`, "a|b|", "^$", "x*", "^a{2,3}?$", "^(a|b)??$"];
const SETS = [/^\s+$/, /^\S+$/, /^[^\s-]+$/, /[^\D]/, /^[\S]+$/, /^.$/, /^.$/u, /^.$/s, /^[\w-]+$/, /^[\b]$/, /^[^]$/, /^[\]\\^-]+$/];
const PARTS = [
  /^(?:)$/,
  /^{$/,
  /\//,
  new RegExp(String.raw`^\-$`),
  /^\cA\x41\u0042\0$/,
  /^(?<year>\d{4})$/,
  /\bfoo\b/,
  /^😀$/u,
  /^[😀a]+$/u,
];
const FLAGS = [/^a$/m, /^a$/i, /(?i:a)b/, /^\p{L}+( \p{L}+)*$/iu, /[\p{L}\d]/v, new RegExp("[]")];
const PROPERTIES = [/^\p{Script=Greek}+$/u, /^\p{sc=Cyrl}+$/u, /^\p{ASCII}+$/u, /^\p{Letter}$/u, /^\P{scx=Grek}$/u];
const PATTERNS: (string | RegExp)[] = [...WRITTEN, ...SETS, ...PARTS, ...FLAGS, ...PROPERTIES];

test.each(PATTERNS)("%s matches what it matches as a regular expression of JavaScript", (pattern) => {
  const native = typeof pattern === "string" ? new RegExp(pattern, "u") : pattern;

  const matched = TEXTS.filter((text) => patternOf(pattern).test(text));

  const whole = (text: string) => native.unicode || native.unicodeSets || !/[\u{10000}-\u{10ffff}]/u.test(text); // otherwise it reads single surrogates
  expect(matched.filter(whole)).toEqual(TEXTS.filter((text) => whole(text) && native.test(text)));
});

test("without the flag u whole characters are matched too", () => {
  const face = "😀";

  const { test: matches } = patternOf(new RegExp(`^[${face}]$`));

  expect([face, face + face, "a"].map(matches)).toEqual([true, false, false]);
});

const SLOW: [pattern: string, text: string][] = [
  [String.raw`^\w*\w*\w*\w*\w*\w*$`, `${"a".repeat(100_000)}!`],
  ["^.*,.*,.*,.*,.*,.*,.*,x$", ",".repeat(100_000)],
  ["^(one|two|onetwo|twoone)+$", `${"onetwo".repeat(20_000)}!`],
  ["^(ba|b|a)*c$", "ba".repeat(50_000)],
  ["^(a+)+$", `${"a".repeat(100_000)}!`],
];

test.each(SLOW)("%s takes time in proportion to the text", (pattern, text) => {
  const { test: matches, maxLength } = patternOf(pattern);

  expect(matches(text)).toBe(false); // a backtracking engine would not end
  expect(maxLength).toBeGreaterThan(text.length);
});

test("the maximum length of a matched text decreases with the size of the pattern", () => {
  expect(patternOf("^(a|b)*a(a|b){500}$").maxLength).toBeLessThan(20_000);
});
