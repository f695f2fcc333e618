/** Types of embedded records: which relations can be embedded, and the resulting record type. */
import type {
  ConfigShape,
  EntityNamed,
  EntityShape,
  FieldShape,
  RelationField,
  ReverseField,
  TargetOf,
  VisibleField,
} from "./config-shape.ts";
import type { Document, NestedReference, Pointer, Structure } from "./nested-references.ts";
import type { Flat, IsList, IsRequired, NameOf, ReadValue, RecordOf, ValueOf } from "./record-types.ts";

/** The relations to embed, those inside objects, arrays, blocks and documents by dotted path, and their fields: `*`, field names, or both for the target's own relations. */
export type ResolveOf<C extends ConfigShape, E extends EntityShape> = {
  readonly [F in RelationField<E> as F["name"]]?: ResolveTarget<C, EntityNamed<C, TargetOf<F>>>;
} & {
  readonly [F in ReverseField<E> as F["name"]]?: ResolveTarget<C, EntityNamed<C, TargetOf<F>>> | { readonly $count: true };
} & {
  readonly [R in NestedReference<E> as R["path"]]?: ResolveTarget<C, EntityNamed<C, TargetOf<R["field"]>>>;
};
type ResolveTarget<C extends ConfigShape, T extends EntityShape> =
  | "*"
  | readonly NameOf<T>[]
  | { readonly fields?: "*" | readonly NameOf<T>[]; readonly resolve?: ResolveOf<C, T>; readonly $count?: true };

type Chosen<E extends EntityShape, Names> = "*" extends Names
  ? RecordOf<E>
  : Names extends readonly (infer Name)[]
    ? Flat<Pick<RecordOf<E>, Extract<Name | "id" | "_can", keyof RecordOf<E>>>>
    : Flat<Pick<RecordOf<E>, "id" & keyof RecordOf<E>>>;

type Embedded<C extends ConfigShape, T extends EntityShape, Asked> = Asked extends "*" | readonly string[]
  ? Chosen<T, Asked>
  : Asked extends { readonly resolve: infer Deeper }
    ? Flat<Omit<Chosen<T, NamesIn<Asked>>, RootOf<keyof Deeper>> & ResolvedPart<C, T, Deeper> & NestedPart<C, T, Deeper>>
    : Chosen<T, NamesIn<Asked>>;
type NamesIn<Asked> = Asked extends { readonly fields: infer Names } ? Names : never[];

type ResolvedPart<C extends ConfigShape, E extends EntityShape, Resolve> = {
  readonly [F in RelationField<E> as F["name"] extends keyof Resolve ? F["name"] : never]: IsList<F> extends true
    ? readonly Embedded<C, EntityNamed<C, TargetOf<F>>, Resolve[F["name"] & keyof Resolve]>[]
    : Embedded<C, EntityNamed<C, TargetOf<F>>, Resolve[F["name"] & keyof Resolve]> | null;
} & {
  readonly [F in ReverseField<E> as IsListed<Resolve, F["name"]> extends true ? F["name"] : never]: readonly Embedded<
    C,
    EntityNamed<C, TargetOf<F>>,
    Resolve[F["name"] & keyof Resolve]
  >[];
} & CountPart<E, Resolve>;

/** Whether more than the number of records is requested. */
type IsListed<Resolve, Name> = Name extends keyof Resolve
  ? Resolve[Name] extends { readonly $count: true }
    ? Resolve[Name] extends { readonly fields: unknown } | { readonly resolve: unknown }
      ? true
      : false
    : true
  : false;

type CountedName<E extends EntityShape, Resolve> = keyof {
  [
    F in ReverseField<E> as F["name"] extends keyof Resolve
      ? Resolve[F["name"]] extends { readonly $count: true }
        ? F["name"]
        : never
      : never
  ]: number;
};
type CountPart<E extends EntityShape, Resolve> = [CountedName<E, Resolve>] extends [never]
  ? unknown
  : { readonly _count: { readonly [Name in CountedName<E, Resolve>]: number } };

/** The field that a resolved path begins with. */
type RootOf<Path> = Path extends `${infer Root}.${string}` ? Root : Path;
type Reached<F, Resolve> = F extends (Structure | Document) & FieldShape
  ? F["name"] extends RootOf<keyof Resolve>
    ? F["name"]
    : never
  : never;

/** Objects, arrays and blocks with the resolved records instead of their ids. */
type NestedPart<C extends ConfigShape, E extends EntityShape, Resolve> = {
  readonly [F in VisibleField<E> as Reached<F, Resolve>]: Within<C, F, Resolve, F["name"]> | Empty<F>;
};
type Empty<F> = IsRequired<F> extends true ? never : null;
type EmbeddedAt<C extends ConfigShape, F, Resolve, Path> = Path extends keyof Resolve
  ? Embedded<C, EntityNamed<C, TargetOf<F>>, Resolve[Path]>
  : string;

type Within<C extends ConfigShape, F, Resolve, Path extends string> = F extends {
  readonly type: "object";
  readonly fields: infer Fields extends readonly FieldShape[];
}
  ? MembersWithin<C, Fields, Resolve, Path>
  : F extends { readonly type: "array"; readonly of: infer Item }
    ? readonly (Item extends Pointer ? EmbeddedAt<C, Item, Resolve, Path> : Within<C, Item, Resolve, Path>)[]
    : F extends { readonly type: "blocks"; readonly blocks: readonly (infer Block)[] }
      ? readonly BlockWithin<C, Block, Resolve, Path>[]
      : ValueOf<F>;
type BlockWithin<C extends ConfigShape, Block, Resolve, Path extends string> = Block extends {
  readonly name: infer Name extends string;
  readonly fields: infer Fields extends readonly FieldShape[];
}
  ? { readonly _type: Name; readonly _key: string } & MembersWithin<C, Fields, Resolve, `${Path}.${Name}`>
  : never;
type MembersWithin<C extends ConfigShape, Fields extends readonly FieldShape[], Resolve, Path extends string> = {
  readonly [F in Exclude<Fields[number], { readonly hidden: true }> as F["name"]]: MemberWithin<C, F, Resolve, `${Path}.${F["name"]}`>;
};
type MemberWithin<C extends ConfigShape, F, Resolve, Path extends string> = F extends Structure
  ? Within<C, F, Resolve, Path> | Empty<F>
  : Path extends keyof Resolve
    ? IsList<F> extends true
      ? readonly EmbeddedAt<C, F, Resolve, Path>[]
      : EmbeddedAt<C, F, Resolve, Path> | null
    : ReadValue<F>;

/** The type of a record in the answer to a query: only the requested fields, with embedded records instead of their ids. */
export type Answered<C extends ConfigShape, E extends EntityShape, Fields extends string, Resolve> = Flat<
  Omit<Pick<RecordOf<E>, Extract<Fields | "id", keyof RecordOf<E>>>, RootOf<keyof Resolve>> &
    ResolvedPart<C, E, Resolve> &
    NestedPart<C, E, Resolve>
>;

/** No embedded records. */
export type Nothing = object;
