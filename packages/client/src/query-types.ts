/** The types of queries of lists and records. */
import type {
  ConfigShape,
  EntityNamed,
  EntityShape,
  FieldNamed,
  FieldShape,
  HasTrash,
  RelationField,
  ReverseField,
  TargetOf,
  VisibleField,
} from "./config-shape.ts";
import type { ElementValue, NestedReference, Pointer, Structure } from "./nested-references.ts";
import type { Automatic, NameOf, Status, ValueOf } from "./record-types.ts";
import type { ResolveOf } from "./resolve-types.ts";

type Ordered<V> = [V] extends [boolean]
  ? unknown
  : { readonly $gt?: V; readonly $gte?: V; readonly $lt?: V; readonly $lte?: V; readonly $between?: readonly [V, V] };
type Texts<V> = [V] extends [string]
  ? { readonly $contains?: string; readonly $startsWith?: string; readonly $endsWith?: string }
  : unknown;
/** The operators of single values. They repeat the table of operators, from which TypeScript can't derive them this deep inside types; a test compares both. */
export type Single<V> = { readonly $eq?: V; readonly $ne?: V; readonly $in?: readonly V[]; readonly $notIn?: readonly V[] } & Ordered<V> &
  Texts<V>;
/** The operators of lists. */
export type Several<V> = { readonly $has?: V; readonly $hasAny?: readonly V[]; readonly $hasAll?: readonly V[] };
/** The operator of every field. */
export interface Presence {
  readonly $null?: boolean;
}

/** Values that are stored as JSON: only `$null` can be used. */
type Opaque = { readonly type: "json" | "array" | "blocks" } | { readonly type: "richtext"; readonly format: "blocks" };

type ValueFilter<F> = F extends Opaque
  ? Presence
  : F extends { readonly many: true } | { readonly multiple: true }
    ? ValueOf<F> extends readonly (infer V)[]
      ? Several<V> & Presence
      : never
    : ValueOf<F> | (Single<ValueOf<F>> & Presence);

type MemberFilter<C extends ConfigShape, Fields extends readonly FieldShape[]> = {
  readonly [F in Exclude<Fields[number], { readonly hidden: true }> as F["name"]]?: F extends {
    readonly type: "object";
    readonly fields: infer Inner extends readonly FieldShape[];
  }
    ? MemberFilter<C, Inner>
    : FieldFilter<C, F>;
};

type FieldFilter<C extends ConfigShape, F> = F extends {
  readonly type: "object";
  readonly fields: infer Fields extends readonly FieldShape[];
}
  ? MemberFilter<C, Fields> | Presence
  : F extends Pointer
    ? ValueFilter<F> | Conditions<C, EntityNamed<C, TargetOf<F>>>
    : F extends { readonly type: "array"; readonly of: infer Item }
      ? ItemFilter<C, Item>
      : ValueFilter<F>;

/** A condition on any of the values of an array. */
type ItemFilter<C extends ConfigShape, Item> = Item extends { readonly type: "array"; readonly of: infer Inner }
  ? ItemFilter<C, Inner>
  : Item extends Pointer
    ? FieldFilter<C, Item> | (Several<string> & Presence)
    : Item extends Structure
      ? Presence
      : ValueFilter<Item>;

/** The fields of the records that a nested reference refers to, by the path of the reference. */
type Behind<C extends ConfigShape, R> = R extends { readonly path: infer Path extends string; readonly field: infer F }
  ? BehindPath<VisibleField<EntityNamed<C, TargetOf<F>>>, Path>
  : never;
type BehindPath<F, Path extends string> = F extends { readonly name: infer Name extends string }
  ? { readonly path: `${Path}.${Name}`; readonly field: F }
  : never;

/** A condition on any of the references inside objects, arrays and blocks, or of the values inside arrays and blocks, by path. */
type NestedConditions<C extends ConfigShape, E extends EntityShape> = {
  readonly [R in NestedReference<E> as R["path"]]?: FieldFilter<C, R["field"]> | (Several<string> & Presence);
} & {
  readonly [R in Behind<C, NestedReference<E>> as R["path"]]?: FieldFilter<C, R["field"]>;
} & {
  readonly [V in ElementValue<E> as V["path"]]?: ValueFilter<V["field"]>;
};

/** Conditions on fields; those of a related record or an object are nested. All of them must hold. */
export type Conditions<C extends ConfigShape, E extends EntityShape> = {
  readonly [Name in VisibleField<E>["name"]]?: FieldFilter<C, FieldNamed<E, Name>>;
} & {
  /** A condition on any of the records that refer to this one. */
  readonly [F in ReverseField<E> as F["name"]]?: Conditions<C, EntityNamed<C, TargetOf<F>>>;
} & {
  readonly [Name in keyof Automatic<E>]?: string | (Single<string> & Presence);
} & {
  /** Ids of the caller, and of users whom the caller may read. */
  readonly [Name in "_createdBy" | "_updatedBy"]?: string | (Pick<Single<string>, "$eq" | "$ne" | "$in" | "$notIn"> & Presence);
} & (E extends { readonly versions: unknown }
    ? {
        /** Needs `draft: true`. */
        readonly _status?: Status | Single<Status>;
      }
    : unknown) &
  (HasTrash<E> extends true
    ? {
        /** Needs `trashed: true`. */
        readonly _deletedAt?: string | (Single<string> & Presence);
      }
    : unknown) &
  NestedConditions<C, E>;

/** Conditions and groups of them. */
export type Filter<C extends ConfigShape, E extends EntityShape> = Conditions<C, E> & {
  readonly $or?: readonly Filter<C, E>[];
  readonly $and?: readonly Filter<C, E>[];
  readonly $not?: Filter<C, E>;
};

type Unsortable = { readonly type: "json" | "array" | "blocks" | "object" } | { readonly many: true } | { readonly multiple: true };
type SortName<E extends EntityShape> =
  | Exclude<VisibleField<E>, Unsortable>["name"]
  | (keyof Automatic<E> & string)
  | (E extends { readonly versions: unknown } ? "_status" : never)
  | (HasTrash<E> extends true ? "_deletedAt" : never);
type ToOne<E extends EntityShape> = Exclude<RelationField<E>, { readonly many: true }>;
/** Fields of related records. Longer paths are checked by the service. */
type RelatedName<C extends ConfigShape, F> = F extends { readonly name: infer Name extends string }
  ? `${Name}.${SortName<EntityNamed<C, TargetOf<F>>> | `${string}.${string}`}`
  : never;
type SortPath<C extends ConfigShape, E extends EntityShape> = SortName<E> | RelatedName<C, ToOne<E>>;
/** A field name, or a path through relations to one; a leading `-` sorts in descending order. */
export type Sort<C extends ConfigShape, E extends EntityShape> = SortPath<C, E> | `-${SortPath<C, E>}`;

/** Rejects names that are not relations, which an inferred type would accept. */
export type Known<Resolve, Allowed> = Resolve & { readonly [K in Exclude<keyof Resolve, keyof Allowed>]: Refused<K, Allowed> };
/** A message for a path through a relation, which the compiler shows; never for other names. */
type Refused<Name, Allowed> = Name extends `${infer Relation}.${infer Next}`
  ? Relation extends keyof Allowed
    ? { readonly error: `Write ${Relation}: { resolve: { ${Next}: … } }` }
    : never
  : never;

/** The parameters of a read of one record. */
export interface ReadQuery<C extends ConfigShape, E extends EntityShape, Fields extends NameOf<E>, Resolve extends ResolveOf<C, E>> {
  readonly fields?: readonly Fields[];
  readonly resolve?: Known<Resolve, ResolveOf<C, E>>;
  /** Returns drafts and records that were never published, for callers who may update them. */
  readonly draft?: boolean;
  /** The token of a preview: returns the draft of its record. */
  readonly preview?: string;
  /** Returns the records in the trash of the entity, for callers who may delete them. */
  readonly trashed?: boolean;
  /** Adds `_can` to each record. */
  readonly can?: boolean;
  /** The language that references to translatable records use first; of a list of translatable records, also that of the records. */
  readonly locale?: string;
  /**
   * False: references don't use the default locale. True, in a list of translatable records: each of their translation groups once, in
   * `locale` or in the default locale.
   */
  readonly fallback?: boolean;
}
/** The parameters of a list. */
export interface ListQuery<
  C extends ConfigShape,
  E extends EntityShape,
  Fields extends NameOf<E>,
  Resolve extends ResolveOf<C, E>,
> extends ReadQuery<C, E, Fields, Resolve> {
  readonly filter?: Filter<C, E>;
  /** A text that a searchable field contains. */
  readonly q?: string;
  readonly sort?: Sort<C, E> | readonly Sort<C, E>[];
  readonly limit?: number;
  readonly offset?: number;
  /** Empty for the first page, then `meta.nextCursor`. */
  readonly cursor?: string;
  /** False omits the total; `exact` waits for the exact total instead of an estimate. */
  readonly count?: boolean | "exact";
}
