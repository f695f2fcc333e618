/** Parses a body by the definitions of its fields and collects all errors. */
import { requiredMembers, type Sees } from "./conditions.ts";
import type { FieldDefinition } from "./definitions.ts";
import type { PendingCheck, ParseContext, Reference } from "./field-type.ts";
import { fieldTypeOf } from "./field-types/index.ts";
import type { Pattern } from "./pattern.ts";
import { isRequired } from "./field-options.ts";

/** The problem of a key that nothing knows. */
export const UNKNOWN_FIELD = "is not a known field";

/** Why a value was rejected, at its dotted path in the body. */
export interface ValueProblem {
  readonly field: string;
  readonly message: string;
}

/** The input and the results of one pass over a body. */
export interface Pass {
  /** A draft may lack required fields. */
  readonly draft: boolean;
  /** A change of stored values: hidden members that are left out keep their values. */
  readonly changes?: boolean;
  /** The values are already stored: members and blocks that are no longer defined are left out. */
  readonly stored?: boolean;
  /** The dotted paths of values that are stored already: they stay as they are, even if the definition no longer accepts them. */
  readonly unchanged?: ReadonlySet<string>;
  /** What the writer may read; everything, if it is left out. */
  readonly sees?: Sees;
  readonly makeKey: () => string;
  /** Compiles the pattern of a text field. */
  readonly patternOf: (pattern: string | RegExp) => Pattern;
  readonly problems: ValueProblem[];
  readonly references: Reference[];
  readonly checks: PendingCheck[];
}

export type PassOptions = Pick<Pass, "draft" | "changes" | "stored" | "unchanged" | "sees" | "makeKey" | "patternOf">;

/** A new pass. */
export function startPass(options: PassOptions): Pass {
  return { ...options, problems: [], references: [], checks: [] };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

function contextAt(pass: Pass, path: string, nested: boolean): ParseContext {
  const below = (more?: string) => (more ? `${path}.${more}` : path);
  return {
    path,
    isStored: pass.stored === true,
    isUnchanged: (more) => pass.unchanged?.has(below(more)) === true,
    reject(message, more) {
      pass.problems.push({ field: below(more), message });
      return undefined;
    },
    parse: (definition, value, more) => parseValue(pass, definition, value, { path: below(more), nested: true }),
    parseFields: (fields, value, more) => parseFields(pass, fields, value, below(more)),
    refer: (reference, more) =>
      void pass.references.push({ ...reference, path: below(more), nested, ...(more !== undefined && { list: path }) }),
    patternOf: pass.patternOf,
    makeKey: pass.makeKey,
  };
}

/** One value by its definition: null if it is empty, undefined if it was rejected. An empty list of relations is `[]`, never null. */
export function parseValue(pass: Pass, definition: FieldDefinition, value: unknown, at: { path: string; nested: boolean }): unknown {
  if (pass.unchanged?.has(at.path)) return value ?? null;
  const rule = fieldTypeOf(definition);
  if (isRequired(definition) && !pass.draft && isEmpty(value)) {
    pass.problems.push({ field: at.path, message: "is required" });
    return undefined;
  }
  if (value === null || value === undefined) return rule.column(definition) === null ? [] : null;
  const found = pass.problems.length;
  const parsed = rule.parse(value, definition, contextAt(pass, at.path, at.nested));
  if (definition.validate && pass.problems.length === found) pass.checks.push({ path: at.path, definition, value: parsed });
  return parsed;
}

/** Names that the product adds to answers; not `__proto__`, which JSON can contain as a member name. */
export function isMeta(name: string): boolean {
  return name.startsWith("_") && name !== "__proto__";
}

/** The members of a nested object: all of them; missing ones have their default or null. In a change, hidden ones are left out. */
function parseFields(
  pass: Pass,
  fields: readonly FieldDefinition[],
  value: Record<string, unknown>,
  path: string,
): Record<string, unknown> {
  const known = new Set(fields.map((field) => field.name));
  for (const key of Object.keys(value)) {
    if (!pass.stored && !known.has(key) && !isMeta(key)) pass.problems.push({ field: `${path}.${key}`, message: UNKNOWN_FIELD });
  }
  const kept = (field: FieldDefinition) => pass.changes && field.hidden && !Object.hasOwn(value, field.name);
  const values = Object.fromEntries(
    fields
      .filter((field) => !kept(field))
      .map((field) => {
        const given = Object.hasOwn(value, field.name) ? value[field.name] : field.default;
        return [field.name, parseValue(pass, field, given, { path: `${path}.${field.name}`, nested: true })];
      }),
  );
  const sees = (member: FieldDefinition) => pass.sees?.(member, path.split(".")[0] ?? "") ?? true;
  for (const { name } of pass.draft ? [] : requiredMembers({ fields, values, sees })) {
    const isRejected = values[name] === undefined || pass.unchanged?.has(`${path}.${name}`); // or keeps its stored value
    if (!isRejected && isEmpty(values[name])) pass.problems.push({ field: `${path}.${name}`, message: "is required" });
  }
  return values;
}
