/** The patterns of text fields: the allowed syntax, and matching in linear time by RE2. */
import { sourceOf, type Pattern } from "@colophon/model";
import { RegExpParser, RegExpSyntaxError } from "@eslint-community/regexpp";
import { RE2JS, RE2JSException } from "re2js";
import { NotLinear, toRe2 } from "./to-re2.ts";

const TOO_LARGE = "Use fewer repetitions in this pattern: it is too large to be matched in linear time. Use maxLength for lengths.";
const MAX_SOURCE = 1_000;
const MAX_INSTRUCTIONS = 5_000;
/** Characters times instructions of RE2's program; its slowest engine does about a hundred per microsecond. */
const MAX_STEPS = 10_000_000;
const parser = new RegExpParser();
const compiled = new Map<string, Pattern | string>();

/** Why a text field's pattern is invalid, as a message with the correction, or null. */
export function patternProblem(pattern: string | RegExp): string | null {
  const found = compile(pattern);
  return typeof found === "string" ? found : null;
}

/** A valid pattern of a configuration. @throws TypeError for any other. */
export function patternOf(pattern: string | RegExp): Pattern {
  const found = compile(pattern);
  if (typeof found === "string") throw new TypeError(found);
  return found;
}

function compile(pattern: string | RegExp): Pattern | string {
  const { source, flags } = sourceOf(pattern);
  const key = `${flags}/${source}`;
  const found = compiled.get(key) ?? compileNew(source, flags);
  compiled.set(key, found);
  return found;
}

function compileNew(source: string, flags: string): Pattern | string {
  const stateful = /[gy]/.exec(flags);
  if (stateful) return `Remove the flag ${stateful[0]}: a value is tested only once, from its start.`;
  if (source.length > MAX_SOURCE) return `Shorten this pattern to at most ${MAX_SOURCE} characters.`;
  try {
    return matching(source, flags);
  } catch (error) {
    if (error instanceof NotLinear) return error.message;
    if (error instanceof RegExpSyntaxError) return "Correct this pattern: it is not a valid regular expression (with the flag u).";
    if (error instanceof RE2JSException) return TOO_LARGE; // other syntax that RE2 refuses: nested repetitions
    throw error;
  }
}

function matching(source: string, flags: string): Pattern | string {
  const parsed = parser.parsePattern(source, undefined, undefined, { unicode: flags.includes("u"), unicodeSets: flags.includes("v") });
  const program = RE2JS.compile(toRe2(parsed, parser.parseFlags(flags)));
  const instructions = program.programSize();
  if (instructions > MAX_INSTRUCTIONS) return TOO_LARGE;
  return Object.freeze({ source, flags, maxLength: Math.floor(MAX_STEPS / instructions), test: (text: string) => program.test(text) });
}
