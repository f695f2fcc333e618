/** The body of a create or update → checked data, or all errors. */
import type { FieldDefinition } from "@colophon/config";
import { invalid, type ErrorDetail } from "@colophon/model/errors";
import { isPlainObject, isUuid, parseValue, type Pass, type Reference } from "@colophon/model";
import { requireOperation } from "../permissions/permissions.ts";
import { isLocalized } from "../row-keys.ts";
import { entityOf } from "../entities.ts";
import type { Principal, Entity, Field, Schema } from "../types.ts";
import { finishUser } from "../permissions/built-in-rules.ts";
import { runChecks, startPass } from "./checks.ts";
import { seenBy } from "./members.ts";
import { isMadeFrom } from "./slugs.ts";
import { permissionFor, writableMembers, type WriteOperation } from "./writable-members.ts";

/** The options of a write in addition to the body. */
export interface BodyOptions {
  readonly operation: WriteOperation;
  /** Only fields in the body are written: an update. Otherwise missing fields get their defaults and required ones must be present. */
  readonly partial: boolean;
  readonly draft?: boolean;
  /** The dotted paths of values that the record has already: they are not checked again. */
  readonly unchanged?: ReadonlySet<string>;
  /** Whose permissions to read count for conditions, if not the writer's. */
  readonly reader?: Principal;
  /** Makes the `_key` of a block that has none. */
  readonly makeKey: () => string;
}

/** Checked data, in JSON form: hooks see and change it, and a plan is made from it. */
export interface WriteData {
  /** Field name → value. A missing field is not written. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly references: readonly Reference[];
  /** The language of a new translatable record, else null. */
  readonly locale: string | null;
  readonly translationGroup: string | null;
  /** Slug fields that are not in `values` → the slug to start from; the database makes it unique. */
  readonly slugs?: Readonly<Record<string, string>>;
  /** Slug fields that the body empties together with a new value of their source: they are generated again. */
  readonly remade?: readonly string[];
}

function parseGiven(pass: Pass, entity: Entity, given: ReadonlyMap<Field, unknown>, partial: boolean): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const raw = Object.fromEntries([...given].map(([field, value]) => [field.name, value]));
  for (const field of entity.fields) {
    if (!given.has(field) && partial) continue;
    const value = given.has(field) ? given.get(field) : field.definition.default;
    if ((value === undefined || value === null) && isMadeFrom(field, raw)) continue;
    const definition: FieldDefinition = field.definition;
    values[field.name] = parseValue(pass, definition, value, { path: field.name, nested: false });
  }
  return values;
}

function parseLocale(schema: Schema, body: Record<string, unknown>, problems: ErrorDetail[]): string {
  const { locale = schema.config.defaultLocale } = body;
  if (typeof locale === "string" && schema.config.locales.includes(locale)) return locale;
  problems.push({ field: "locale", message: `must be one of ${schema.config.locales.join(", ")}` });
  return schema.config.defaultLocale;
}

function parseGroup({ translationGroup }: Record<string, unknown>, problems: ErrorDetail[]): string | null {
  if (translationGroup === undefined || translationGroup === null) return null;
  if (isUuid(translationGroup)) return translationGroup.toLowerCase();
  problems.push({ field: "translationGroup", message: "must be the translationGroup of a record" });
  return null;
}

/**
 * Checks a body against the entity's fields and the principal's permissions.
 * @throws FORBIDDEN without the operation, or with details if a field may be read but not written; CONFIRMATION_REQUIRED for a sensitive
 * change without a recent sign-in; VALIDATION_ERROR whose details name every bad field.
 */
export async function parseBody(
  schema: Schema,
  principal: Principal,
  entityName: string,
  body: unknown,
  options: BodyOptions,
): Promise<WriteData> {
  const entity = entityOf(schema, entityName);
  requireOperation(schema, principal, entity.name, permissionFor(entity, options.operation));
  if (!isPlainObject(body)) throw invalid([], "The body must be a JSON object");
  const { given, unknown } = writableMembers(schema, principal, entity, { operation: options.operation, body });
  const { draft = false, partial: changes, reader = principal, unchanged, makeKey } = options;
  const pass = startPass({ draft, changes, makeKey, sees: seenBy(schema, reader, entity), ...(unchanged && { unchanged }) });
  pass.problems.push(...unknown);
  const values = parseGiven(pass, entity, given, options.partial);
  finishUser(schema, entity, values, pass.problems, !options.partial);
  const isNew = entity.translatable && options.operation === "create";
  const locale = isNew ? parseLocale(schema, body, pass.problems) : null;
  const translationGroup = isNew && !isLocalized(entity) ? parseGroup(body, pass.problems) : null;
  await runChecks(pass, entity.name, values);
  if (pass.problems.length > 0) throw invalid(pass.problems, "Some fields are not valid");
  return { values, references: pass.references, locale, translationGroup, ...remadeSlugs(given, values) };
}

function remadeSlugs(given: ReadonlyMap<Field, unknown>, values: Record<string, unknown>): Pick<WriteData, "remade"> {
  const emptied = [...given].filter(([field, value]) => value === null && isMadeFrom(field, values)).map(([{ name }]) => name);
  return emptied.length > 0 ? { remade: emptied } : {};
}

/**
 * The defaults of an entity's fields by column, as a create would store them; always the same, keys of blocks too. Defaults that name
 * records are left out: those may be deleted.
 */
export function defaultValues({ fields }: Entity): Readonly<Record<string, unknown>> {
  let keys = 0;
  const pass = startPass({ draft: true, makeKey: () => `default-${++keys}` });
  const values = fields.flatMap(({ name, storage, target, definition }) => {
    if (storage.kind !== "column" || target !== null || (definition.default ?? null) === null) return [];
    return [[storage.column, parseValue(pass, definition, definition.default, { path: name, nested: false })] as const];
  });
  return Object.fromEntries(values);
}
