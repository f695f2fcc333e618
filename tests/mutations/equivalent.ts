/** Mutants that behave like the original, or differ in nothing that is promised. Each with the reason. */
const REASONS: Readonly<Record<string, string>> = {
  "gateway/src/limits/places.ts: if (!next) return; → if (false) return;": "the queue isn't empty there: the line is for the type checker",
};

export const EQUIVALENT: ReadonlySet<string> = new Set(Object.keys(REASONS));
