/** The indexes of an entity's table: for its order, unique rules, relations and search. */
import { fitName } from "../../names.ts";
import { isLocalized } from "../../row-keys.ts";
import { searchedPaths } from "../../sql/text-match/grams.ts";
import { taggedColumns } from "../../sql/text-match/tags.ts";
import { hasPrefixIndex } from "../../sql/text-keys.ts";
import { collatedColumns, indexName, singleIndexName, uniqueColumns, uniqueIndexName } from "../../sql/unique-indexes.ts";
import { searchedIn } from "../../searchable.ts";
import type { Entity, Field } from "../../types.ts";
import { uniqueRules } from "../../unique-rules.ts";
import type { UniqueRule } from "../../unique-rules.ts";
import type { IndexDesign } from "../contract.ts";

/** `key` is a trigram index over search keys. */
const PREFIX = { trigram: "key", grams: "grams", list: "list", start: "start" } as const;

function index(entity: Entity, kind: keyof typeof PREFIX, columns: readonly string[]): IndexDesign {
  return { name: indexName(entity, PREFIX[kind], columns), kind, columns, field: null };
}

function unique(entity: Entity, columns: readonly string[], field: string | null): IndexDesign {
  const collated = collatedColumns(entity, columns);
  return { name: uniqueIndexName(entity, columns), kind: "unique", columns, ...(collated.length > 0 && { collated }), field };
}

/** Limits a global to one row, or to one for each locale. */
function singleIndex(entity: Entity, isPerLocale: boolean): IndexDesign {
  const field = isPerLocale ? "locale" : null;
  return { name: singleIndexName(entity, isPerLocale), kind: "single", columns: field ? [field] : [], field };
}

/**
 * An index for the order and the count of lists. Every live read checks whether a row is published; with this index it reads neither the
 * row for that nor the other columns that are `included`. `sorted` is `index` with texts in the order of `collated`.
 */
function ordered(entity: Entity, columns: readonly string[], held: readonly string[] = []): IndexDesign {
  const included = ["published_at", ...held].filter((column) => !columns.includes(column));
  const collated = collatedColumns(entity, columns);
  return {
    name: indexName(entity, collated.length > 0 ? "sorted" : "index", [...columns, ...included]),
    kind: "plain",
    columns,
    ...(collated.length > 0 && { collated }),
    ...(included.length > 0 && { included }),
    field: null,
  };
}

export function uniqueIndex(entity: Entity, rule: UniqueRule): IndexDesign {
  const { name, fields } = rule;
  const made = unique(entity, uniqueColumns(rule), fields.length > 1 ? null : name);
  return fields.length > 1 ? { ...made, fields: fields.map((field) => field.name) } : made;
}

/** Used by search, and by filters for a part of a text. */
function searchIndexes(entity: Entity, field: Field, column: string): IndexDesign[] {
  return searchedIn(field).map(({ kind, inside }) =>
    tagged(entity, index(entity, kind === "choices" ? "list" : "trigram", [column, ...inside])),
  );
}

/** With tags, unless there is only one row. The name contains the columns, each with the type from which its tag is computed. */
function tagged(entity: Entity, untagged: IndexDesign): IndexDesign {
  if (entity.kind === "global") return untagged;
  const types = entity.filteredBy.map(({ storage }) => (storage.kind === "column" ? `${storage.column}:${storage.sqlType}` : ""));
  return { ...untagged, name: fitName([untagged.name, "live", ...types].join(".")), tags: taggedColumns(entity) };
}

/** Used by searches for a text that is too short for trigrams. */
function gramsIndexes(entity: Entity): IndexDesign[] {
  const texts = searchedPaths(entity);
  if (texts.length === 0 || entity.kind === "global") return [];
  const { name } = index(
    entity,
    "grams",
    texts.map((path) => path.join("/")),
  );
  return [tagged(entity, { name, kind: "grams", columns: [...new Set(texts.map(([column]) => column))], texts, field: null })];
}

/**
 * Used by lists of drafts to find records that were never published; it contains no published rows. Tables with and without versions have
 * the same.
 */
function unpublishedIndexes(entity: Entity): IndexDesign[] {
  if (entity.kind === "global") return [];
  const columns = ["created_at", "id"];
  return [{ name: indexName(entity, "unpublished", columns), kind: "plain", columns, unpublished: true, field: null }];
}

/** Types that are filtered by what they contain, not by order. */
const UNORDERED: ReadonlySet<string> = new Set(["jsonb", "text[]"]);

function fieldIndexes(entity: Entity, field: Field): IndexDesign[] {
  if (field.storage.kind === "junction") return [];
  const { column, sqlType } = field.storage;
  const { definition, name } = field;
  return [
    ...uniqueRules(entity).flatMap((rule) => (rule.name === name ? [uniqueIndex(entity, rule)] : [])),
    ...(field.target || (definition.index && !UNORDERED.has(sqlType)) ? [ordered(entity, [column, "id"], filterColumns(entity))] : []),
    ...(hasPrefixIndex(field) ? [index(entity, "start", [column])] : []),
    ...(sqlType === "text[]" && definition.index && !definition.searchable ? [index(entity, "list", [column])] : []),
    ...searchIndexes(entity, field, column),
  ];
}

/** Columns that lists filter and sort by together. The id at the end makes the order total, so a page can start in the index. */
function jointIndex(entity: Entity, fields: readonly Field[]): IndexDesign {
  const columns = fields.flatMap(({ storage }) => (storage.kind === "column" ? [storage.column] : []));
  return ordered(entity, [...columns, "id"], filterColumns(entity));
}

/** Columns that roles' row filters compare with constants: the lists of these roles are counted and sorted by them. */
function filterColumns({ filteredBy }: Entity): readonly string[] {
  return filteredBy.flatMap(({ storage }) => (storage.kind === "column" ? [storage.column] : []));
}

function hasSearched({ fields }: Entity): boolean {
  return fields.some((field) => searchedIn(field).length > 0);
}

/** The index that a global's table has as long as the global is translatable. */
export function localizedIndex(entity: Entity): IndexDesign {
  return singleIndex(entity, true);
}

/** The order by the last change. A table has it on demand: updates can be HOT only without it. */
export function lastChange(entity: Entity): IndexDesign {
  return ordered(entity, ["updated_at", "id"]);
}

/** All indexes of an entity's table except the primary key's. */
export function indexesOf(entity: Entity): readonly IndexDesign[] {
  const single = entity.kind === "global" ? [singleIndex(entity, isLocalized(entity))] : [];
  const group = entity.translatable && !isLocalized(entity) ? [unique(entity, ["translation_group", "locale"], "locale")] : [];
  const orders = hasSearched(entity) ? ["created_at", "updated_at"] : ["created_at"]; // searches sort by the last change
  const order = [ordered(entity, ["created_at", "id"]), ...(hasSearched(entity) ? [lastChange(entity)] : [])];
  const ofRoles = filterColumns(entity).flatMap((column) => orders.map((by) => ordered(entity, [column, by, "id"], filterColumns(entity))));
  const joint = entity.indexes.map((fields) => jointIndex(entity, fields));
  const together = uniqueRules(entity).filter(({ fields }) => fields.length > 1);
  const ofFields = entity.fields.flatMap((field) => fieldIndexes(entity, field));
  const all = [
    ...single,
    ...group,
    ...order,
    ...unpublishedIndexes(entity),
    ...ofFields,
    ...together.map((rule) => uniqueIndex(entity, rule)),
    ...gramsIndexes(entity),
    ...ofRoles,
    ...joint,
  ];
  return [...new Map(all.map((index) => [index.name, index])).values()]; // a joint index may be equal to one for roles
}
