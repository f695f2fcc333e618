/** The types of queries of lists and records. */
import type { AutomaticKind, Kind, KindOf, OperandOf, OperatorOf, OwnerName, SingleKind } from "@colophon/model";
import type {
  ConfigShape,
  EntityNamed,
  EntityShape,
  FieldNamed,
  FieldShape,
  HasTrash,
  HasVersions,
  RelationField,
  ReverseField,
  TargetOf,
  VisibleField,
} from "./config-shape.ts";
import type { ElementValue, NestedReference, Pointer } from "./nested-references.ts";
import type { Automatic, NameOf, Status, ValueOf } from "./record-types.ts";
import type { ResolveOf } from "./resolve-types.ts";

type Operators<K extends Kind, V> = { readonly [O in OperatorOf<K>]?: OperandOf<O, V> };
// Interfaces, which the compiler compares by name: with the mapped types it doesn't come to an end in index.ts.
interface TextOperators<V> extends Operators<"text", V> {}
interface OrderOperators<V> extends Operators<"number", V> {}
interface EqualOperators<V> extends Operators<"id", V> {}
interface ListOperators<V> extends Operators<"links", V> {}
interface JsonOperators extends Operators<"json", never> {}
/** The conditions on a value of the type V, or to be equal to it, by the kind of its field. */
interface KindFilters<V> {
  readonly text: V | TextOperators<V>;
  readonly choice: V | TextOperators<V>;
  readonly integer: V | OrderOperators<V>;
  readonly number: V | OrderOperators<V>;
  readonly date: V | OrderOperators<V>;
  readonly datetime: V | OrderOperators<V>;
  readonly boolean: V | EqualOperators<V>;
  readonly id: V | EqualOperators<V>;
  readonly choices: ListOperators<V extends readonly (infer Item)[] ? Item : never>;
  readonly links: ListOperators<V extends readonly (infer Item)[] ? Item : never>;
  readonly json: JsonOperators;
}
type KindFilter<K extends Kind, V> = KindFilters<V>[K];
/** A condition on a value; on any of the values of an array. Without a configuration, anything. */
export type ValueFilter<F> = F extends { readonly type: "array"; readonly of: infer Item }
  ? ValueFilter<Item> | (Item extends Pointer ? ListOperators<string> : never)
  : [KindOf<F>] extends [never]
    ? unknown
    : KindFilter<KindOf<F>, ValueOf<F>>;

/** A condition on a reference inside objects, arrays, blocks or documents; on any of several. */
export type ReferenceFilter<IsOneOfMany> = KindFilter<"id", string> | (IsOneOfMany extends true ? ListOperators<string> : never);

type MemberFilter<C extends ConfigShape, Fields extends readonly FieldShape[]> = {
  readonly [F in Exclude<Fields[number], { readonly hidden: true }> as F["name"]]?:
    | FieldFilter<C, F>
    | (F extends Pointer & { readonly many: true } ? ReferenceFilter<true> : never);
};
type FieldFilter<C extends ConfigShape, F> =
  | ValueFilter<F>
  | RelatedFilter<C, ItemOf<F>>
  | (F extends Members ? MemberFilter<C, F["fields"]> : never);
interface Members {
  readonly type: "object";
  readonly fields: readonly FieldShape[];
}
type ItemOf<F> = F extends { readonly type: "array"; readonly of: infer Item } ? ItemOf<Item> : F;
/** A condition on the record that a value refers to. */
type RelatedFilter<C extends ConfigShape, F> = F extends Pointer ? Conditions<C, EntityNamed<C, TargetOf<F>>> : never;

/** The fields of the records that a nested reference refers to, by the path of the reference. */
type Behind<C extends ConfigShape, R> = R extends { readonly path: infer Path extends string; readonly field: infer F }
  ? BehindPath<VisibleField<EntityNamed<C, TargetOf<F>>>, Path>
  : never;
type BehindPath<F, Path extends string> = F extends { readonly name: infer Name extends string }
  ? { readonly path: `${Path}.${Name}`; readonly field: F }
  : never;

/** A condition on any of the references inside objects, arrays and blocks, or of the values inside arrays and blocks, by path. */
type NestedConditions<C extends ConfigShape, E extends EntityShape> = {
  readonly [R in NestedReference<E> as R["path"]]?: ReferenceFilter<R["isOneOfMany"]> | RelatedFilter<C, R["field"]>;
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
  readonly [Name in keyof Automatic<E>]?: KindFilter<AutomaticKind<Name>, string>;
} & {
  /** Ids of the caller, and of users whom the caller may read. */
  readonly [Name in OwnerName]?: KindFilter<AutomaticKind<Name>, string>;
} & (HasVersions<E> extends true
    ? {
        /** Needs `draft: true`. */
        readonly _status?: KindFilter<AutomaticKind<"_status">, Status>;
      }
    : unknown) &
  (HasTrash<E> extends true
    ? {
        /** Needs `trashed: true`. */
        readonly _deletedAt?: KindFilter<AutomaticKind<"_deletedAt">, string>;
      }
    : unknown) &
  NestedConditions<C, E>;

/** Conditions and groups of them. */
export type Filter<C extends ConfigShape, E extends EntityShape> = Conditions<C, E> & {
  readonly $or?: readonly Filter<C, E>[];
  readonly $and?: readonly Filter<C, E>[];
  readonly $not?: Filter<C, E>;
};

type SortableField<F> = F extends FieldShape ? (KindOf<F> extends SingleKind ? F : never) : never;
/** The names of the fields by which lists can be sorted. */
export type SortName<E extends EntityShape> =
  | SortableField<VisibleField<E>>["name"]
  | (keyof Automatic<E> & string)
  | (HasVersions<E> extends true ? "_status" : never)
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
