/** What the answer of a read is made from, as its SQL says: tables, and values of the caller. */
import { referenceTableOf } from "./references/reference-tables.ts";
import { memoizeFor } from "./memoize.ts";
import { CALLER_PLACEHOLDERS, isPlaceholder, type Value } from "./placeholder.ts";
import type { ListPlan } from "./reads/plan/list.ts";
import type { OnePlan } from "./reads/plan/one.ts";
import type { Schema, Table } from "./types.ts";
import type { Statement } from "./statements.ts";
import { compile } from "./compile.ts";

/** The entities whose records an answer can depend on, and whether it is the same for all callers with a role. */
export interface AnswerSources {
  readonly entities: readonly string[];
  readonly sharedBy: "role" | "caller";
}

/** The name under which writes of API keys are counted. They are no entity. */
const API_KEYS = "_api-keys";
/** Each write to these tables is counted as one of the entities that it concerns. */
const COUNTED_ELSEWHERE = ["cms.trash", "cms.removals", "cms.entity_stamps"];
/** Functions that depend on their arguments, and on removals. Any other may read tables that the text doesn't name. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  "case_key",
  "search_key",
  "is_removing",
  "ids_in",
  "ids_in_text",
  "without_references",
  "with_present_references",
  "with_records",
  "search_grams_query",
]);
const OF_ROLE: ReadonlySet<string> = new Set(["$CURRENT_ROLE", "$CACHED_TOTAL", "$CACHED_STAMP"]);
const RESERVED = /^\$|^creator's /;

const memoized = memoizeFor<ReadonlyMap<string, readonly string[]>>();
const known = new WeakMap<Statement, AnswerSources | "unknown">();

/**
 * The sources of a read's answer; null if it can change without a counted write: it depends on the time, a draft, a preview, a table that
 * is not known here, or an entity with `cache: false`.
 */
export function answerSources(schema: Schema, plan: ListPlan | OnePlan): AnswerSources | null {
  if (plan.kind === "list" && plan.named.length > 0) return null; // whether these owners may be named is asked apart
  const statement = compile(plan);
  const found = known.get(statement) ?? sourcesOf(schema, statement) ?? "unknown";
  known.set(statement, found);
  return found === "unknown" ? null : found;
}

function sourcesOf(schema: Schema, { text, values, total }: Statement): AnswerSources | null {
  const texts = total ? [text, total.exact.text] : [text];
  const reserved = new Set([...values, ...(total?.exact.values ?? [])].flatMap(reservedIn));
  if ([...reserved].some((name) => !CALLER_PLACEHOLDERS.has(name) && !OF_ROLE.has(name))) return null;

  const tables = memoized(schema, "tables", () => entitiesByTable(schema));
  const entities = new Set<string>();
  for (const [, of = "", quoted, plain = "", called] of texts.join("\n").matchAll(NAMED)) {
    if (called !== undefined) {
      if (of === "content" || !FUNCTIONS.has(plain)) return null;
      continue;
    }
    const names = tables.get(`${of}.${quoted?.replaceAll('""', '"') ?? plain}`);
    if (!names) return null;
    for (const name of names) entities.add(name);
  }
  if (schema.config.entities.some(({ name, cache }) => cache === false && entities.has(name))) return null;
  return { entities: [...entities].toSorted(), sharedBy: [...reserved].some((name) => CALLER_PLACEHOLDERS.has(name)) ? "caller" : "role" };
}

/** `"content"."article"`, `cms.users`, and functions with their parenthesis. */
const NAMED = /(?<![\w".])"?(content|cms)"?\.(?:"((?:[^"]|"")+)"|(\w+))(\()?/g;

function reservedIn(value: Value): readonly string[] {
  if (isPlaceholder(value)) return RESERVED.test(value.name) ? [value.name] : [];
  return Array.isArray(value) ? value.flatMap(reservedIn) : [];
}

function entitiesByTable(schema: Schema): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, readonly string[]>([
    ["cms.api_keys", [API_KEYS]],
    ...COUNTED_ELSEWHERE.map((name): [string, string[]] => [name, []]),
  ]);
  for (const entity of schema.entities.values()) {
    tables.set(keyOf(entity.table), [entity.name]);
    for (const { storage, target } of entity.fields)
      if (storage.kind === "junction") tables.set(keyOf(storage.table), [entity.name, ...(target === null ? [] : [target])]);
    const nested = referenceTableOf(schema, entity);
    if (nested) tables.set(keyOf(nested.table), [entity.name, ...nested.columns.map(({ target }) => target.name)]);
  }
  return tables;
}

function keyOf({ schema, name }: Table): string {
  return `${schema}.${name}`;
}
