/** Mutants that behave like the original, or differ in nothing that is promised. Each with the reason. */
const REASONS: Readonly<Record<string, string>> = {};

export const EQUIVALENT: ReadonlySet<string> = new Set(Object.keys(REASONS));
