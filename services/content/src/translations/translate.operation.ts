import { newId } from "@colophon/database";
import {
  entityOf,
  isLocalized,
  type Entity,
  type Schema,
  type SiblingRow,
  type TranslationSourceRow,
  type WriteData,
} from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Data } from "../hooks/hooks.ts";
import { valuesOfGroup } from "../writes/shared-values.ts";
import { parseStored } from "../writes/data.ts";
import { withFreeSlugs } from "../writes/slug-sources.ts";
import { CREATE_HOOKS, type WriteOperation, type WriteTools } from "../writes/operation.ts";
import { idOf, type Write, type WriteInput } from "../writes/write.ts";

export interface TranslateInput extends WriteInput {
  readonly sourceId: string;
  readonly locale: string;
}

/** Copies a record to another language: as a draft, if the entity has drafts. */
export const translateRecord: WriteOperation<TranslateInput, WriteData> = {
  ...CREATE_HOOKS,
  kind: "create",
  action: "translate",
  permission: ["create", "read"],
  entityOf: requireTranslatable,
  facts: (_schema, { versions }, { locale }) => ({ locale, draft: versions !== false }),
  async prepare(write, tools) {
    const { entity, input } = write;
    const source = await sourceOf(write, tools);
    if (source.locale === input.locale) throw new AppError("CONFLICT", `The locale of the record is already ${input.locale}`);
    const copy = await copied(write, tools, source.content);
    const shared = await valuesOfGroup(write, tools.read, source.translationGroup, tools.system);
    const values = { ...copy, ...shared };
    const body = { ...values, locale: input.locale, translationGroup: source.translationGroup };
    const data = await tools.parse(write, { body, first: true, trusted: true, stored: Object.keys(values) });
    return withFreeSlugs(entity, { ...data, values: { ...data.values, ...shared } }, copy);
  },
  plan: ({ call, entity, facts: { draft } }, data) => call.engine.create(entity.name, { id: newId(), data, draft, newId }),
};

async function sourceOf({ call, entity, input }: Write<TranslateInput>, { read }: WriteTools): Promise<TranslationSourceRow> {
  const [source] = await read<TranslationSourceRow>(call, call.engine.translationSource(entity.name, idOf(input.sourceId)));
  if (!source) throw new AppError("NOT_FOUND");
  return source;
}

/** The content with its relations in the other language, without fields that this role may not write into a new record. */
async function copied({ call, entity, input }: Write<TranslateInput>, { read }: WriteTools, content: string): Promise<Data> {
  const { values, references } = await parseStored(call, entity.name, JSON.parse(content), { draft: true, keepsInvalid: true });
  const itself = { entity: entity.name, id: idOf(input.sourceId) };
  const rows = await read<SiblingRow>(call, call.engine.siblings(entity.name, [itself, ...references], input.locale));
  const siblings = new Map(rows.map((row) => [row.id, row.sibling]));
  if (siblings.has(itself.id)) throw new AppError("CONFLICT", `The record already has a translation in ${input.locale}`);
  const moved = withIds(values, references, siblings);
  const { exclude } = call.engine.require(entity.name, "create");
  return Object.fromEntries(Object.entries(moved).filter(([name]) => !exclude.has(name)));
}

/** A translatable entity. @throws NOT_FOUND for other entities, and for translatable globals, which are saved in each locale instead */
export function requireTranslatable(schema: Schema, name: string): Entity {
  const entity = entityOf(schema, name);
  if (!entity.translatable || isLocalized(entity)) throw new AppError("NOT_FOUND");
  return entity;
}

/** A copy of the values with some of the referenced ids replaced, at any depth. */
export function withIds(values: WriteData["values"], references: WriteData["references"], exchange: ReadonlyMap<string, string>): Data {
  const copy = structuredClone(values) as Data;
  for (const { path, id } of references) {
    const other = exchange.get(id);
    if (other !== undefined) replaceAt(copy, path.split("."), id, other);
  }
  for (const list of new Set(references.flatMap((reference) => reference.list ?? []))) removeRepeats(copy, list.split("."));
  return copy;
}

/** Two records of a group in one list may have the same translation. */
function removeRepeats(within: unknown, [first, ...rest]: readonly string[]): void {
  if (typeof within !== "object" || within === null || first === undefined) return;
  const value: unknown = Reflect.get(within, first);
  if (rest.length > 0) return removeRepeats(value, rest);
  if (Array.isArray(value)) Reflect.set(within, first, [...new Set<unknown>(value)]);
}

/** The last step of a path is optional for a list of ids. */
function replaceAt(within: unknown, [first, ...rest]: readonly string[], id: string, other: string): void {
  if (typeof within !== "object" || within === null || first === undefined) return;
  const value: unknown = Reflect.get(within, first);
  if (rest.length > 0) return replaceAt(value, rest, id, other);
  if (value === id) Reflect.set(within, first, other);
  else if (Array.isArray(value) && value.includes(id)) value.splice(value.indexOf(id), 1, other);
}
