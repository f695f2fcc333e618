import type { AST } from "@eslint-community/regexpp";
import { RE2JS } from "re2js";

const LAST = 0x10ffff;
const classes = new Map<string, string>();

/** The members of a class with a Unicode property: RE2's name for it, or, if it has none, every character with the property. */
export function propertyClass({ key, value, negate, raw }: AST.CharacterUnicodePropertyCharacterSet): string {
  const known = classes.get(raw);
  if (known !== undefined) return known;
  const own = `\\${negate ? "P" : "p"}{${value ?? key}}`;
  const isPlain = value === null || ["Script", "sc", "General_Category", "gc"].includes(key);
  const made = isPlain && knows(own) ? own : rangesOf(new RegExp(`^${raw}$`, "u"));
  classes.set(raw, made);
  return made;
}

function knows(re2Class: string): boolean {
  try {
    RE2JS.compile(re2Class);
    return true;
  } catch {
    return false;
  }
}

function rangesOf(exp: RegExp): string {
  const ranges: string[] = [];
  let start: number | null = null;
  for (let at = 0; at <= LAST + 1; at++) {
    const has = at <= LAST && exp.test(String.fromCodePoint(at));
    if (has) start ??= at;
    else if (start !== null) {
      ranges.push(`\\x{${start.toString(16)}}-\\x{${(at - 1).toString(16)}}`);
      start = null;
    }
  }
  return ranges.join("");
}
