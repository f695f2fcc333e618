const KEY = "only the keys of sections change: those of one first letter and different lengths still have different ones";
const NOTHING = "nothing is removed from the list";
const TYPES = "the line is for the type checker";
const PIECES = "pieces of a body are joined earlier or later, which only takes time";
const NONE = "a member without a value is left out, or has none";
const ERRORS = "the parser of cron throws nothing but errors";
const REFUSED = "the condition was refused: nothing is done with it";

/** Mutants that behave like the original, or differ in nothing that is promised. Each with the reason. */
const REASONS: Readonly<Record<string, string>> = {
  "gateway/src/limits/concurrency-limiter.ts: if (!next) return; → if (false) return;": TYPES,
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
  "gateway/src/requests/excess.ts: while (total() > max) take(shares.values().reduce((most, share) => (share.size > most.size ? share : most))); → while (total() > max) take(shares.values().reduce((most, share) => (share.size >= most.size ? share : most)));":
    "of two callers who hold the same, either may lose a thing",
  "packages/config/src/rules/catalog.ts: return { name, issuePath, type: null, options: {}, isReverse: true, nested: false, fields: [], item: null, blocks: [] }; → return { name, issuePath, type: null, options: {}, isReverse: true, nested: true, fields: [], item: null, blocks: [] };":
    "a reverse field is refused before anything asks whether it is nested",
  'packages/config/src/job-times.ts: if (parsers.length === 0) parsers.push((await import("cron-parser")).CronExpressionParser); → if (true) parsers.push((await import("cron-parser")).CronExpressionParser);':
    "the same parser once more, behind the first",
  "packages/config/src/plugins/parts.ts: const items: unknown = isPlainObject(parent) ? parent[list] : undefined; → const items: unknown = true ? parent[list] : undefined;":
    TYPES,
  "packages/config/src/rules/catalog.ts: return { name, issuePath: createReport().root, type: TYPES[kind], options, nested: false, fields: [], item: null, blocks: [] }; → return { name, issuePath: createReport().root, type: TYPES[kind], options, nested: true, fields: [], item: null, blocks: [] };":
    "what nested fields may not be, no automatic one is",
  "packages/config/src/job-times.ts: const everyMs = every === undefined ? null : everyMsOf(every); → const everyMs = false ? null : everyMsOf(every);":
    TYPES,
  "packages/config/src/rules/jobs.ts: if (!read || !isPlainObject(input)) return; → if (!read && !isPlainObject(input)) return;": TYPES,
  "packages/config/src/rules/jobs.ts: return error instanceof Error ? error.message : String(error); → return true ? error.message : String(error);":
    ERRORS,
  'packages/config/src/rules/filters.ts: return type === null ? "json" : kindOfDefinition({ ...options, type }); → return false ? "json" : kindOfDefinition({ ...options, type });':
    "a field that could not be read is compared with nothing",
  'packages/config/src/rules/rich-text.ts: const to = definition.type === "relation" ? { to: definition.to } : {}; → const to = true ? { to: definition.to } : {};':
    TYPES,
  "packages/config/src/rules/rich-text.ts: return { names, reference: { name: null, issuePath, type: definition.type, options: to, nested: true, ...inner } }; → return { names, reference: { name: null, issuePath, type: definition.type, options: to, nested: false, ...inner } };":
    "only a path of a filter leads to it, where references may be nested",
  'packages/config/src/rules/slugs.ts: for (const field of fields.flatMap(withNested)) if (field.type === "slug") checkSources(field, { fields, catalog }); → for (const field of fields.flatMap(withNested)) if (true) checkSources(field, { fields, catalog });':
    "only slugs have `from`",
  "packages/config/src/validate.ts: if (!isPlainObject(definition)) return definition; → if (false) return definition;": TYPES,
  "packages/config/src/rules/fields.ts: if (field.type !== null) OWN[field.type]?.(field, siblings); → if (true) OWN[field.type]?.(field, siblings);":
    TYPES,
  "packages/config/src/rules/site.ts: const known = canonical === null ? undefined : seen.get(canonical); → const known = false ? undefined : seen.get(canonical);":
    TYPES,
  'packages/config/src/rules/values.ts: parseValue(pass, definition, value, { path: "", nested: false }); → parseValue(pass, definition, value, { path: "", nested: true });':
    "it only marks references, and nobody asks for those of a default",
  "packages/engine/src/views/nested-column.ts: if (!reference || !held || !column) return null; → if (!reference && !held || !column) return null;":
    TYPES,
  "packages/engine/src/views/nested-column.ts: if (!reference || !held || !column) return null; → if (!reference || !held && !column) return null;":
    TYPES,
  "packages/engine/src/plan/filter/operand.ts: return Object.hasOwn(LIKE_MATCHES, operator) ? LIKE_MATCHES[operator as PatternOperator] : null; → return true ? LIKE_MATCHES[operator as PatternOperator] : null;":
    "only names of operators arrive there",
  'services/content/src/events/visible-events.ts: const role = principal.kind === "system" ? "" : principal.role; → const role = false ? "" : principal.role;':
    TYPES,
  'services/content/src/events/visible-events.ts: const id = principal.kind === "user" ? principal.userId : principal.kind === "key" ? principal.keyId : ""; → const id = principal.kind === "user" ? principal.userId : true ? principal.keyId : "";':
    TYPES,
  'packages/engine/src/events/subscriptions.ts: return Object.fromEntries(columns.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1))); → return Object.fromEntries(columns.toSorted(([one = ""], [other = ""]) => (one <= other ? -1 : 1)));':
    "equal columns become one",
  'packages/engine/src/plan/filter/owners.ts: for (const id of values) if (typeof id === "string") reader.named?.push({ id, at }); → for (const id of values) if (true) reader.named?.push({ id, at });':
    TYPES,
  'packages/engine/src/plan/filter/plan.ts: const leaf: Leaf = { field, inside: path.split(".").slice(1), valueKind: "links", definition, ...(group && { group }) }; → const leaf: Leaf = { field, inside: path.split(".").slice(1), valueKind: "links", definition, ...(group || { group }) };':
    NONE,
  'packages/engine/src/plan/filter/plan.ts: const placed: Filter = planned.kind === "test" ? { ...planned, nested: nestedColumn } : planned; → const placed: Filter = true ? { ...planned, nested: nestedColumn } : planned;':
    REFUSED,
  'packages/engine/src/plan/filter/plan.ts: return planned.kind === "test" ? ofAnyElement(planned) : planned; → return true ? ofAnyElement(planned) : planned;':
    REFUSED,
  "packages/engine/src/plan/filter/plan.ts: if (!entity) throw new Error(`a relation points to ${targetName}, which is no entity`); → if (false) throw new Error(`a relation points to ${targetName}, which is no entity`);":
    TYPES,
  'packages/engine/src/plan/filter/plan.ts: return { kind: "test", field, inside, valueKind, operator, values, ...(group && { group }), ...(steps && { steps }) }; → return { kind: "test", field, inside, valueKind, operator, values, ...(group && { group }), ...(steps || { steps }) };':
    NONE,
  "packages/runtime/src/rate-limits/rate-limit-memory.ts: sizeCalculation: (times, key) => ENTRY_BYTES + key.length + 8 * times.length, → sizeCalculation: (times, key) => ENTRY_BYTES - key.length + 8 * times.length,":
    "an address is short: it changes the number of addresses in memory by less than half",
  "gateway/src/requests/read-body.ts: if (bytes > 0 && (own > perCallerBytes || held > inAllBytes)) makeRoom(body); → if (bytes >= 0 && (own > perCallerBytes || held > inAllBytes)) makeRoom(body);":
    "an empty piece needs no room, and what is over the limit loses its room anyway",
  "gateway/src/requests/read-body.ts: if (pieces.length < MAX_PIECES) return; → if (true) return;": PIECES,
  "gateway/src/requests/read-body.ts: if (pieces.length < MAX_PIECES) return; → if (false) return;": PIECES,
  "gateway/src/requests/read-body.ts: if (pieces.length < MAX_PIECES) return; → if (pieces.length <= MAX_PIECES) return;": PIECES,
  "gateway/src/requests/read-body.ts: joined: (): Buffer => (blocks.length === 0 && pieces.length === 1 ? pieces[0]! : Buffer.concat([...blocks, ...pieces])), → joined: (): Buffer => (false ? pieces[0]! : Buffer.concat([...blocks, ...pieces])),":
    PIECES,
};

export const EQUIVALENT: ReadonlySet<string> = new Set(Object.keys(REASONS));
