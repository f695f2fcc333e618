/** Derives the types of `db` in hooks, custom routes and jobs from the configuration, like those of the client. */
import type { KindOf, SingleKind } from "@colophon/model";
import type {
  CollectionName,
  ConfigShape,
  EntityNamed,
  EntityShape,
  FieldNamed,
  GlobalName,
  RelationField,
  VisibleField,
} from "./config-shape.ts";
import type { ElementValue, NestedReference } from "./nested-references.ts";
import type { ReferenceFilter, SortName, ValueFilter } from "./query-types.ts";
import type { Automatic, Flat, NameOf, Page, RecordOf } from "./record-types.ts";
import type { CreateOf, UpdateOf } from "./write-types.ts";

type Condition<F> = ValueFilter<F> | (KindOf<F> extends SingleKind ? null : never);

/** Conditions by field; those inside objects and of related records by path: `"author.name"`. All of them must hold. */
export type HandleFilter<E extends EntityShape> = {
  readonly [Name in VisibleField<E>["name"]]?: Condition<FieldNamed<E, Name>>;
} & { readonly [Name in keyof Automatic<E> | "_createdBy" | "_updatedBy" | "_status" | "_deletedAt"]?: unknown } & {
  readonly [R in NestedReference<E> as R["path"]]?: ReferenceFilter<R["isOneOfMany"]> | null;
} & { readonly [V in ElementValue<E> as V["path"]]?: ValueFilter<V["field"]> | null } & {
  readonly [path: `${string}.${string}`]: unknown;
} & { readonly $or?: readonly HandleFilter<E>[]; readonly $and?: readonly HandleFilter<E>[]; readonly $not?: HandleFilter<E> };

type Column<E extends EntityShape> = SortName<E> | `${string}.${string}`;
/** The fields of related records, by the relation's name, or by its path. */
type HandleResolve<E extends EntityShape> = {
  readonly [Name in RelationField<E>["name"]]?: "*" | string | readonly string[];
} & { readonly [path: `${string}.${string}`]: string | readonly string[] };

interface HandleRead<E extends EntityShape, Fields extends NameOf<E>, Resolve extends HandleResolve<E>> {
  readonly fields?: Fields | readonly Fields[];
  readonly resolve?: Resolve;
  readonly draft?: boolean;
  readonly locale?: string;
  readonly fallback?: boolean;
  readonly trashed?: boolean;
}
interface HandleList<E extends EntityShape, Fields extends NameOf<E>, Resolve extends HandleResolve<E>> extends HandleRead<
  E,
  Fields,
  Resolve
> {
  readonly filter?: HandleFilter<E>;
  readonly q?: string;
  readonly sort?: Column<E> | `-${Column<E>}` | readonly (Column<E> | `-${Column<E>}`)[];
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
  readonly count?: boolean | "exact";
}

/** The requested fields; the type of a relation that is resolved is not known. */
type Found<E extends EntityShape, Fields extends NameOf<E>, Resolve> = Flat<
  Omit<Pick<RecordOf<E>, Extract<Fields | "id", keyof RecordOf<E>>>, keyof Resolve> & { readonly [Name in keyof Resolve]: any }
>;
/** No related records. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- `object` doesn't satisfy the constraint
type Unresolved = Readonly<Record<never, never>>;

/** The records of an entity, under the rules of the API. */
export interface RecordHandle<E extends EntityShape> {
  /** Null if there is no such record, or the caller may not read it. */
  find<const Fields extends NameOf<E> = NameOf<E>, const Resolve extends HandleResolve<E> = Unresolved>(
    id: string,
    query?: HandleRead<E, Fields, Resolve>,
  ): Promise<Found<E, Fields, Resolve> | null>;
  list<const Fields extends NameOf<E> = NameOf<E>, const Resolve extends HandleResolve<E> = Unresolved>(
    query?: HandleList<E, Fields, Resolve>,
  ): Promise<Page<Found<E, Fields, Resolve>>>;
  create(data: CreateOf<E>): Promise<RecordOf<E>>;
  update(id: string, data: UpdateOf<E>): Promise<RecordOf<E>>;
  delete(id: string): Promise<{ readonly id: string }>;
}

/** A global, under the rules of the API. */
export interface GlobalHandle<E extends EntityShape> {
  find<const Fields extends NameOf<E> = NameOf<E>, const Resolve extends HandleResolve<E> = Unresolved>(
    query?: HandleRead<E, Fields, Resolve>,
  ): Promise<Found<E, Fields, Resolve> | null>;
  update(data: UpdateOf<E>, place?: { readonly locale?: string }): Promise<RecordOf<E>>;
}

/** With `as: "system"` permissions are not checked. */
export interface HandleOptions {
  readonly as?: "caller" | "system";
}

/** `db` in hooks, custom routes and jobs: the entities of the configuration, raw SQL, and Prisma's models of the system tables. */
export interface SiteHandle<C extends ConfigShape> {
  entity<Name extends CollectionName<C>>(name: Name, options?: HandleOptions): RecordHandle<EntityNamed<C, Name>>;
  entity<Name extends GlobalName<C>>(name: Name, options?: HandleOptions): GlobalHandle<EntityNamed<C, Name>>;
  $queryRaw<Rows = any>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Rows>;
  $queryRawUnsafe<Rows = any>(text: string, ...values: readonly unknown[]): Promise<Rows>;
  $executeRaw(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<number>;
  $executeRawUnsafe(text: string, ...values: readonly unknown[]): Promise<number>;
  $transaction<Result>(work: (db: SiteHandle<C>) => Promise<Result>): Promise<Result>;
  /** Prisma's models: `db.user.count()`. */
  readonly [model: string]: any;
}
