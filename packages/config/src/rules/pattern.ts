import { runInNewContext } from "node:vm";

const MAX_SOURCE = 1_000;
const LIMIT_MS = 200;
const REPEATS = 40;

/** What is wrong with a text field's pattern, as a sentence that says how to mend it, or null. */
export function patternProblem(pattern: string | RegExp): string | null {
  const regex = compile(pattern);
  if (regex === null) return "Mend this pattern: it is no regular expression (it is read with the flag u).";
  if (/[gy]/.test(regex.flags)) return `Remove the flag ${regex.flags.includes("g") ? "g" : "y"}: a value is tested once, from its start.`;
  if (regex.source.length > MAX_SOURCE) return `Shorten this pattern to at most ${MAX_SOURCE} characters.`;
  // Twice, so that a machine that was busy for a moment does not condemn a good pattern.
  if (isSlow(regex) && isSlow(regex))
    return "Rewrite this pattern without a repetition inside a repetition: a text of 40 characters keeps it busy for ever.";
  return null;
}

function compile(pattern: string | RegExp): RegExp | null {
  if (typeof pattern !== "string") return pattern;
  try {
    return new RegExp(pattern, "u");
  } catch {
    return null;
  }
}

/** Whether the pattern backtracks without end over one of the texts that provoke it. */
function isSlow({ source, flags }: RegExp): boolean {
  const code = "const regex = new RegExp(source, flags); for (const text of texts) regex.test(text);";
  try {
    runInNewContext(code, { source, flags, texts: provocations(source) }, { timeout: LIMIT_MS });
    return false;
  } catch {
    return true;
  }
}

/** Long runs of what the pattern may repeat, each ended by something that it can't match. */
function provocations(source: string): readonly string[] {
  const letters = new Set(["a", "A", "0", " ", "-", ".", "é", ...source.replace(/\\./g, "")]);
  const runs = [...letters].slice(0, 60).map((letter) => letter.repeat(REPEATS));
  return [...runs, "ab".repeat(REPEATS / 2), "a0".repeat(REPEATS / 2), "a ".repeat(REPEATS / 2)].map((run) => `${run}\u0001\n`);
}
