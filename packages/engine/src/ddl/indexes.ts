/** Which indexes an entity's table has: for its order, its unique rules, its relations, its search. */
import { fitName } from "../names.ts";
import { searchedIn } from "../search/searched.ts";
import type { Entity, Field } from "../types.ts";
import type { IndexDesign } from "./contract.ts";

const PREFIX = { unique: "unique", plain: "index", trigram: "trigram", list: "list", single: "single" } as const;

function index(entity: Entity, kind: IndexDesign["kind"], columns: readonly string[], field: string | null = null): IndexDesign {
  return { name: fitName([PREFIX[kind], entity.table.name, ...columns].join(".")), kind, columns, field };
}

/** Whether the unique rule of a field counts within one locale or over all of them. */
export function isPerLocale(entity: Entity, field: Field): boolean {
  const scope: unknown = field.definition.unique;
  return entity.translatable && !(field.type === "slug" && scope === "global");
}

/** A search, and a filter for a part of the text, finds a value by these. */
function searchIndexes(entity: Entity, field: Field, column: string): IndexDesign[] {
  return searchedIn(field).map(({ kind, inside }) => index(entity, kind === "choices" ? "list" : "trigram", [column, ...inside]));
}

/** Types whose values are asked for what they hold, not for their order. */
const UNORDERED: ReadonlySet<string> = new Set(["jsonb", "text[]"]);

function fieldIndexes(entity: Entity, field: Field): IndexDesign[] {
  if (field.storage.kind === "junction") return [];
  const { column, sqlType } = field.storage;
  const { definition, name } = field;
  return [
    ...(field.unique ? [index(entity, "unique", isPerLocale(entity, field) ? ["locale", column] : [column], name)] : []),
    ...(field.target || (definition.index && !UNORDERED.has(sqlType)) ? [index(entity, "plain", [column, "id"])] : []),
    ...(sqlType === "text[]" && definition.index && !definition.searchable ? [index(entity, "list", [column])] : []),
    ...searchIndexes(entity, field, column),
  ];
}

/** Columns that lists filter and sort by together. The id behind them makes a list's order total, so that pages begin in the index. */
function jointIndex(entity: Entity, fields: readonly Field[]): IndexDesign {
  const columns = fields.flatMap(({ storage }) => (storage.kind === "column" ? [storage.column] : []));
  return index(entity, "plain", [...columns, "id"]);
}

/** All indexes of an entity's table but the primary key's. */
export function indexesOf(entity: Entity): readonly IndexDesign[] {
  const single = entity.kind === "global" ? [index(entity, "single", [])] : [];
  const group = entity.translatable ? [index(entity, "unique", ["translation_group", "locale"], "locale")] : [];
  const order = [index(entity, "plain", ["created_at", "id"]), index(entity, "plain", ["updated_at", "id"])];
  const joint = entity.indexes.map((fields) => jointIndex(entity, fields));
  return [...single, ...group, ...order, ...entity.fields.flatMap((field) => fieldIndexes(entity, field)), ...joint];
}
