import type { SuiteOptions } from "./suite.ts";

/** The variables of a site that caches answers, and of one that doesn't. */
export const VARIABLES = { on: { ANSWER_CACHE_BYTES: "67108864" }, off: {} };
/** Their names in results. */
export const SUBJECTS = { on: "Colophon, answers cached", off: "Colophon" };

export type Mode = keyof typeof VARIABLES;

/** The sites that a suite compares. */
export function modesOf({ answerCache }: Pick<SuiteOptions, "answerCache">): readonly Mode[] {
  return answerCache === "both" ? ["off", "on"] : [answerCache];
}
