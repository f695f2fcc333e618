/** Deletion of a record with many references to it: immediate for readers, in the background for its row and the references. */
import { isDeletedWithTarget, referrersOf } from "../references/referrers.ts";
import type { Referrer } from "../references/referrers.ts";
import { groupTableOf, groupWayOf, keptBy } from "../references/group-way.ts";
import type { GroupTable, GroupWay, KeptBy } from "../references/group-way.ts";
import { quotedTable } from "../names.ts";
import { isAsset } from "../permissions/built-in-rules.ts";
import { memoizeFor } from "../memoize.ts";
import type { Entity, Schema } from "../types.ts";
import { uniqueRules } from "../unique-rules.ts";

/** A record with more references to it is deleted in the background. */
export const MANY_REFERRERS = 1_000;
/** The maximum distance from the record at which references are counted. */
const COUNTED_STEPS = 3;

/** A chain of references: the first refers to the record, each further one to records that are deleted with it. */
export type ReferrerPath = readonly Referrer[];

/** The argument of `cms.remove_later`, as JSON. Tables are quoted for SQL. */
export interface RemovalWay {
  readonly table: string;
  readonly along: readonly {
    readonly entity: string;
    readonly table: string;
    readonly column: string;
    /** The column with the referring record's id; omitted if it is `id`. */
    readonly source?: string;
    readonly target: string;
  }[];
  readonly kept: readonly KeptBy[];
  /** The tables of translatable entities whose records may be deleted with it, by name. */
  readonly groups?: Readonly<Record<string, GroupTable>>;
  /** Set if the entity itself is one of them. */
  readonly group?: Pick<GroupWay, "kept">;
  readonly freed: readonly { readonly column: string; readonly value: string }[];
  readonly counted: readonly string[];
}

/** A path of cascading deletions to records that also prevent the deletion of the record itself, or of one earlier in the path. */
export interface CascadeRestriction {
  readonly path: ReferrerPath;
  readonly kept: Referrer;
  /** Which deletion they prevent: the index in the path, -1 for the record itself. */
  readonly index: number;
}

export interface Removal {
  /** The references that are counted, to decide whether there are many. */
  readonly paths: readonly ReferrerPath[];
  /**
   * Records that are deleted with it don't prevent the deletion, but their foreign keys do while rows are deleted one by one: such records
   * are deleted in the background.
   */
  readonly keeping: readonly CascadeRestriction[];
  /**
   * References that prevent the deletion, unless the referring record is itself being removed. Its foreign key still applies then, so the
   * record is deleted in the background.
   */
  readonly restricting: readonly Referrer[];
  readonly way: RemovalWay;
}

const removals = memoizeFor<Removal | null>();

/** Null for an entity without references to it, or with only those that prevent the deletion. */
export function removalOf(schema: Schema, entity: Entity): Removal | null {
  return removals(schema, entity.name, () => {
    const moving = entity.translatable ? referrersOf(schema, entity).filter(({ onDelete }) => onDelete === "no action") : [];
    const paths = entity.removable ? [...pathsTo(schema, entity, COUNTED_STEPS), ...moving.map((referrer) => [referrer])] : [];
    if (paths.length === 0) return null;
    const restricting = referrersOf(schema, entity).filter((referrer) => referrer.onDelete === "no action" && referrer.entity.removable);
    return { paths, keeping: cascadeRestrictions(schema, entity, paths), restricting, way: wayOf(schema, entity) };
  });
}

function cascadeRestrictions(schema: Schema, entity: Entity, paths: readonly ReferrerPath[]): readonly CascadeRestriction[] {
  return paths
    .filter((path) => path.every(isDeletedWithTarget))
    .flatMap((path) => {
      const before = [entity, ...path.slice(0, -1).map((referrer) => referrer.entity)];
      return before.flatMap((target, at) => {
        const kept = referrersOf(schema, target).filter(
          (referrer) => referrer.onDelete === "no action" && referrer.entity === path.at(-1)?.entity,
        );
        return kept.map((referrer) => ({ path, kept: referrer, index: at - 1 }));
      });
    });
}

function pathsTo(schema: Schema, entity: Entity, steps: number): readonly ReferrerPath[] {
  const leading = referrersOf(schema, entity).filter(({ onDelete }) => onDelete !== "no action");
  return leading.flatMap((first) => {
    const further = isDeletedWithTarget(first) && steps > 1 ? pathsTo(schema, first.entity, steps - 1) : [];
    return [[first], ...further.map((path) => [first, ...path])];
  });
}

/** The entity, and the entities with records that can be deleted by cascade. */
function cascadeEntities(schema: Schema, entity: Entity): ReadonlySet<Entity> {
  const found = new Set([entity]);
  for (const target of found)
    for (const referrer of referrersOf(schema, target)) if (isDeletedWithTarget(referrer)) found.add(referrer.entity);
  return found;
}

/** An asset's row keeps the address of its bytes, which are deleted with it; the values of users are freed by `cms.end_user`. */
const FREED_BUILT_IN: RemovalWay["freed"] = [{ column: "hash", value: "'removed:' || id" }];

function freedOf(entity: Entity): RemovalWay["freed"] {
  if (entity.builtIn) return isAsset(entity) ? FREED_BUILT_IN : [];
  const freed = uniqueRules(entity).map(({ fields }) => fields.find(({ target }) => target === null) ?? fields[0]);
  const unique = new Set(freed.flatMap((field) => (field?.storage.kind === "column" ? [field.storage.column] : [])));
  const group = entity.translatable ? [{ column: "translation_group", value: "gen_random_uuid()" }] : [];
  return [...[...unique].map((column) => ({ column, value: "null" })), ...group];
}

/** Nothing if no record that may be deleted has translations. */
function groupsOf(schema: Schema, entity: Entity, going: readonly Entity[]): Pick<RemovalWay, "groups" | "group"> {
  const tables = going.flatMap((entity) => {
    const own = groupTableOf(entity);
    return own ? [[entity.name, own] as const] : [];
  });
  const own = groupWayOf(schema, entity);
  return { ...(tables.length > 0 && { groups: Object.fromEntries(tables) }), ...(own && { group: { kept: own.kept } }) };
}

/** What would be deleted with a record of the entity, and which references might prevent that. */
export function wayOf(schema: Schema, entity: Entity): RemovalWay {
  const going = [...cascadeEntities(schema, entity)];
  const referring = going.flatMap((target) => referrersOf(schema, target).map((referrer) => ({ ...referrer, target: target.name })));
  return {
    table: quotedTable(entity.table),
    along: referring.flatMap((referrer) =>
      isDeletedWithTarget(referrer)
        ? [
            {
              entity: referrer.entity.name,
              table: quotedTable(referrer.table),
              column: referrer.column,
              ...(referrer.kind === "nested" && { source: referrer.source }),
              target: referrer.target,
            },
          ]
        : [],
    ),
    kept: going.flatMap((target) => keptBy(referrersOf(schema, target), target.name)),
    ...groupsOf(schema, entity, going),
    freed: freedOf(entity),
    counted: [...new Set([...going.map(({ name }) => name), ...referring.map((referrer) => referrer.entity.name)])].toSorted(),
  };
}
