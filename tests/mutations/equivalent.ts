const KEY = "only the keys of sections change: those of one first letter and different lengths still have different ones";
const NOTHING = "nothing is removed from the list";

/** Mutants that behave like the original, or differ in nothing that is promised. Each with the reason. */
const REASONS: Readonly<Record<string, string>> = {
  "gateway/src/limits/concurrency-limiter.ts: if (!next) return; → if (false) return;":
    "the queue isn't empty there: the line is for the type checker",
  'packages/config/src/rules/filters.ts: if (type === null) return "json"; → if (false) return "json";':
    "a field without a type is no destination of a path: the line is for the type checker",
  "packages/api/src/lookup.ts: const sections: (Section | undefined)[] = Array.from({ length: 128 * MAX_SEGMENT }); → const sections: (Section | undefined)[] = Array.from({ length: 128 / MAX_SEGMENT });":
    "an array grows",
  "packages/api/src/lookup.ts: for (const area of Object.values<Area>(AREAS)) if (area !== AREAS.content) for (const path of area.paths) add(path, area); → for (const area of Object.values<Area>(AREAS)) if (true) for (const path of area.paths) add(path, area);":
    "the section of /api/ gives the policy that paths without a section have",
  "packages/api/src/lookup.ts: else if (JSON.stringify(found) !== JSON.stringify(section.below)) section.patterns.push({ pattern: patternOf(path), found }); → else if (true) section.patterns.push({ pattern: patternOf(path), found });":
    "a pattern for the policy that the paths below have anyway only takes time",
  "packages/api/src/lookup.ts: const length = (slash === -1 ? path.length : slash) - start; → const length = (slash === -1 ? path.length : slash) + start;":
    KEY,
  "packages/api/src/lookup.ts: return length < MAX_SEGMENT ? path.charCodeAt(start) * MAX_SEGMENT + length : 0; → return true ? path.charCodeAt(start) * MAX_SEGMENT + length : 0;":
    KEY,
  "packages/api/src/lookup.ts: return length < MAX_SEGMENT ? path.charCodeAt(start) * MAX_SEGMENT + length : 0; → return length <= MAX_SEGMENT ? path.charCodeAt(start) * MAX_SEGMENT + length : 0;":
    KEY,
  "packages/api/src/lookup.ts: return length < MAX_SEGMENT ? path.charCodeAt(start) * MAX_SEGMENT + length : 0; → return length < MAX_SEGMENT ? path.charCodeAt(start) / MAX_SEGMENT + length : 0;":
    KEY,
  "packages/api/src/lookup.ts: return length < MAX_SEGMENT ? path.charCodeAt(start) * MAX_SEGMENT + length : 0; → return length < MAX_SEGMENT ? path.charCodeAt(start) * MAX_SEGMENT - length : 0;":
    KEY,
  "packages/runtime/src/rate-limits/rate-limit.ts: while (gone < times.length && (times[gone]! < now - WINDOW_MS || times[gone]! > now)) gone++; → while (gone <= times.length && (times[gone]! < now - WINDOW_MS || times[gone]! > now)) gone++;":
    "there is no time after the last: both comparisons with it are false",
  "packages/runtime/src/rate-limits/rate-limit.ts: if (gone > 0) times.splice(0, gone); → if (true) times.splice(0, gone);": NOTHING,
  "packages/runtime/src/rate-limits/rate-limit.ts: if (gone > 0) times.splice(0, gone); → if (gone >= 0) times.splice(0, gone);": NOTHING,
};

export const EQUIVALENT: ReadonlySet<string> = new Set(Object.keys(REASONS));
