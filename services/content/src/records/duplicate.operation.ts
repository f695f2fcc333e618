import { isDeepStrictEqual } from "node:util";
import { isAssetEntity } from "@colophon/config";
import { newId } from "@colophon/database";
import { summaryTitleOf, type Entity, type Field, type Schema, type WriteData } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Data } from "../hooks/hooks.ts";
import { maskedFor } from "../writes/data.ts";
import { withFreeSlugs } from "../writes/slug-sources.ts";
import { CREATE_HOOKS, type WriteOperation, type WriteTools } from "../writes/operation.ts";
import { readEdited } from "../writes/read-newest.ts";
import { idOf, type Write, type WriteInput } from "../writes/write.ts";
import { collectionOf } from "../writes/record.operations.ts";
import type { Call } from "../http/calls.ts";
import { queryTextOf } from "../reads/query-text.ts";
import type { Reads } from "../reads/reads.service.ts";

/** The number of titles that are tried. */
const TRIED = 20;

/** The title with ` (2)`, or the first number that no record and no draft has; the last one tried if all are taken. */
async function freeTitle(reads: Reads, asSystem: Call, entity: Entity, { name, definition }: Field, source: Data): Promise<string> {
  const longest = definition.type === "text" ? (definition.maxLength ?? Infinity) : Infinity;
  const candidates = Array.from({ length: TRIED }, (_, index) => numbered(String(source[name]), index + 2, longest));
  const language = entity.translatable ? { locale: source["locale"] } : {};
  const query = { filter: { ...language, [name]: { $in: candidates } }, fields: [name], limit: TRIED, count: false };
  const silent = { ...asSystem, runsHooks: false };
  const lists = [query, ...(entity.versions ? [{ ...query, draft: true }] : [])];
  const pages = await Promise.all(lists.map((list) => reads.list(silent, entity.name, queryTextOf(list))));
  const taken = new Set(pages.flatMap(({ body }) => (JSON.parse(body).data as Data[]).map((record) => record[name])));
  return candidates.find((title) => !taken.has(title)) ?? candidates.at(-1) ?? "";
}

/** Truncated if it would be too long; lengths are counted in characters. */
function numbered(title: string, number: number, longest: number): string {
  const suffix = ` (${number})`;
  const characters = [...title];
  return characters.length + suffix.length <= longest ? title + suffix : characters.slice(0, longest - suffix.length).join("") + suffix;
}

export interface DuplicateInput extends WriteInput {
  readonly sourceId: string;
  /** The record as the caller reads it; read when the copy is made. */
  readonly source?: Data;
}

/** Duplicates a record. The copy is a draft if the entity has drafts. */
export const duplicateRecord: WriteOperation<DuplicateInput, WriteData> = {
  ...CREATE_HOOKS,
  kind: "create",
  action: "duplicate",
  permission: ["create", "read"],
  entityOf: duplicableOf,
  async complete(call, input, { reads }) {
    const source = await readEdited(reads, call, call.engine.entity(input.entity), idOf(input.sourceId));
    if (!source) throw new AppError("NOT_FOUND");
    return { ...input, source };
  },
  facts: (_schema, { versions }, { source }) => ({ locale: localeOf(source), draft: versions !== false }),
  async prepare(write, tools) {
    const copy = await copied(write, tools);
    const locale = localeOf(write.input.source);
    const body = { ...copy, ...(locale !== null && { locale }) };
    const stored = Object.keys(copy).filter((name) => isDeepStrictEqual(copy[name], write.input.source?.[name]));
    const data = await tools.parse(write, { body, first: true, trusted: true, stored }).catch((error: unknown) => {
      throw maskedFor(write.call.engine, write.entity.name, error);
    });
    return withFreeSlugs(write.entity, data, copy);
  },
  plan: ({ call, entity, facts: { draft } }, data) => call.engine.create(entity.name, { id: newId(), data, draft, newId }),
};

/** An entity with records that can be duplicated. @throws NOT_FOUND for globals, and for assets, which only uploads create */
export function duplicableOf(schema: Schema, name: string): Entity {
  const entity = collectionOf(schema, name);
  if (isAssetEntity(entity.name)) throw new AppError("NOT_FOUND");
  return entity;
}

/**
 * The values that the caller may read of the record and write into a new one, with other values for unique fields. @throws CONFLICT naming
 * the required fields that can't be copied
 */
async function copied({ call, entity, input: { source = {} } }: Write<DuplicateInput>, { reads, system }: WriteTools): Promise<Data> {
  const { exclude } = call.engine.require(entity.name, "create");
  const fields = entity.fields.filter(({ name }) => Object.hasOwn(source, name) && !exclude.has(name));
  const copy = Object.fromEntries(fields.map(({ name }) => [name, source[name]]));
  const unique = fields.filter(({ name, type, unique: isUnique }) => isUnique && type !== "slug" && copy[name] !== null);
  const title = unique.find((field) => field.name === summaryTitleOf(call.engine.schema, entity) && field.type === "text");
  const alone = unique.filter((field) => field !== title);
  const emptied = [...alone, ...sharedTogether(entity, copy, [...alone, ...(title ? [title] : [])])];
  const needed = emptied
    .filter(({ required }) => required)
    .map(({ name }) => ({ field: name, message: "Must be unique, so it can't be copied" }));
  if (needed.length > 0) throw new AppError("CONFLICT", undefined, { details: needed });
  return {
    ...copy,
    ...Object.fromEntries(emptied.map(({ name }) => [name, null])),
    ...(title && { [title.name]: await freeTitle(reads, { ...call, principal: system.principal, engine: system }, entity, title, source) }),
  };
}

/** For each joint unique rule that the copy would violate: one optional field, or if there is none, all of them. */
function sharedTogether({ uniqueTogether }: Entity, copy: Data, other: readonly Field[]): readonly Field[] {
  const broken = uniqueTogether.filter((fields) => fields.every((field) => !other.includes(field) && (copy[field.name] ?? null) !== null));
  return broken.flatMap((fields) => fields.findLast(({ required, type }) => !required && type !== "slug") ?? fields);
}

function localeOf({ locale }: Data = {}): string | null {
  return typeof locale === "string" ? locale : null;
}
