/** Mutants that behave like the original, or differ in nothing that is promised. Each with the reason. */
const REASONS: Readonly<Record<string, string>> = {
  "gateway/src/limits/places.ts: if (!next) return; → if (false) return;": "the queue isn't empty there: the line is for the type checker",
  'packages/config/src/rules/filters.ts: if (type === null) return "json"; → if (false) return "json";':
    "a field without a type is no destination of a path: the line is for the type checker",
};

export const EQUIVALENT: ReadonlySet<string> = new Set(Object.keys(REASONS));
