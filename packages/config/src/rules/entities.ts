import { isPlainObject } from "@colophon/model";
import * as z from "zod";
import { HOOK_NAMES } from "../define.ts";
import type { IssuePath } from "../problems.ts";
import { readShape } from "../shape.ts";
import { formatValue, unknownKey } from "../messages.ts";
import { adminOptions, callable } from "./field-shapes.ts";
import { checkField } from "./fields.ts";
import { checkIndexes, checkUniqueTogether } from "./indexes.ts";
import { checkDistinct, checkEntityName, checkRenames, type Named } from "./names.ts";
import { nameOf, readFields, type FieldView } from "./read-fields.ts";
import { readReverses, type ReverseView } from "./read-reverses.ts";

const MAX_TRASH_DAYS = 3650;
const ENTITY_SHAPE = z.strictObject({
  name: z.string(),
  fields: z.array(z.unknown()),
  title: z.string().optional(),
  description: z.string().optional(),
  translatable: z.boolean().optional(),
  global: z.boolean().optional(),
  versions: z.union([z.boolean(), z.custom<object>(isPlainObject)], { error: "Write true, false or { limit: 20 }." }).optional(),
  trash: z.union([z.boolean(), z.custom<object>(isPlainObject)], { error: "Write true, false or { days: 30 }." }).optional(),
  cache: z.boolean().optional(),
  hooks: z.custom<object>(isPlainObject, "Make hooks an object of hook name and function.").optional(),
  admin: adminOptions().optional(),
  indexes: z.array(z.unknown()).optional(),
  unique: z.array(z.unknown()).optional(),
  renamedFrom: z.string().optional(),
});
const VERSIONS_SHAPE = z.strictObject({ limit: z.int().min(1).optional() });
const TRASH_SHAPE = z.strictObject({ days: z.int().min(1).max(MAX_TRASH_DAYS).optional() });

/** One entity, as far as it could be read. */
export interface EntityView extends Named {
  readonly global: boolean;
  readonly translatable: boolean;
  readonly versions: boolean;
  readonly fields: readonly FieldView[];
  readonly reverses: readonly ReverseView[];
  readonly admin: unknown;
  readonly renamedFrom: string | undefined;
}

/** Reads all entities, and reports the problems of each and of their names together. */
export function readEntities(list: readonly unknown[], issuePath: IssuePath): readonly EntityView[] {
  const entities = Array.from(list, (input, index) => readEntity(input, issuePath.at(index)));
  for (const entity of entities) checkEntityName(entity);
  checkDistinct(entities, "entity");
  checkRenames(entities, "entity");
  checkTables(entities);
  return entities;
}

function readEntity(input: unknown, issuePath: IssuePath): EntityView {
  const read = readShape(ENTITY_SHAPE, input, issuePath, "an entity");
  const fields = readFields(read?.fields ?? [], issuePath.at("fields"));
  const reverses = readReverses(read?.fields ?? [], issuePath.at("fields"), fields);
  for (const field of fields) checkField(field, fields, read?.translatable === true);
  if (read?.global === true && (read.trash ?? false) !== false) {
    issuePath.at("trash").report("Remove trash, or global: a global can't be deleted.");
  }
  if (isPlainObject(read?.trash)) readShape(TRASH_SHAPE, read.trash, issuePath.at("trash"), "trash");
  if (isPlainObject(read?.versions)) readShape(VERSIONS_SHAPE, read.versions, issuePath.at("versions"), "versions");
  if (isPlainObject(read?.hooks)) checkHooks(read.hooks, issuePath.at("hooks"));
  checkIndexes(read?.indexes ?? [], { fields, translatable: read?.translatable === true }, issuePath.at("indexes"));
  checkUniqueTogether(read?.unique ?? [], fields, read?.global === true, issuePath.at("unique"));
  return {
    name: nameOf(input),
    issuePath,
    fields,
    reverses,
    global: read?.global === true,
    translatable: read?.translatable === true,
    versions: (read?.versions ?? false) !== false,
    admin: read?.admin,
    renamedFrom: read?.renamedFrom,
  };
}

function checkHooks(hooks: Record<string, unknown>, issuePath: IssuePath): void {
  for (const [name, hook] of Object.entries(hooks)) {
    const at = issuePath.at(name);
    if (!HOOK_NAMES.some((known) => known === name)) at.report(unknownKey(name, HOOK_NAMES, "hooks"));
    else if (Array.isArray(hook)) hook.forEach((item, index) => checkHook(name, item, at.at(index)));
    else if (hook !== undefined) checkHook(name, hook, at);
  }
}

const PURE_SHAPE = z.strictObject({ pure: z.literal(true), run: callable("run") });

function checkHook(name: string, hook: unknown, issuePath: IssuePath): void {
  const mayBePure = name === "afterRead";
  if (typeof hook === "function" || (mayBePure && PURE_SHAPE.safeParse(hook).success)) return;
  const forms = mayBePure ? "a function, { pure: true, run }, or an array of these," : "a function, or an array of functions,";
  issuePath.report(`Give ${forms} instead of ${formatValue(hook)}.`);
}

/** No two entities or to-many relations have the same table name. */
function checkTables(entities: readonly EntityView[]): void {
  const tables = new Map(entities.flatMap(({ name, issuePath }) => (name === null ? [] : [[name.toLowerCase(), issuePath.path] as const])));
  for (const entity of entities) {
    for (const field of entity.fields.filter(({ options }) => options.many === true)) {
      if (entity.name === null || field.name === null) continue;
      const table = `${entity.name}__${field.name}`;
      const holder = tables.get(table.toLowerCase());
      if (holder === undefined) tables.set(table.toLowerCase(), field.issuePath.path);
      else field.issuePath.at("name").report(`Rename this field, or ${holder}: both need a table "${table}".`);
    }
  }
}
