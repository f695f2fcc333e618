/** Derives the types of request bodies from field definitions. */
import type { EntityShape, FieldShape, HasTrash, HasVersions } from "./config-shape.ts";
import type { Flat, IsRequired, ValueOf } from "./record-types.ts";

type MustBeSent<F> =
  IsRequired<F> extends true
    ? F extends { readonly default: unknown }
      ? false
      : F extends { readonly type: "slug"; readonly from: string | readonly string[] }
        ? false
        : true
    : false;

type MembersSent<Fields extends readonly FieldShape[]> = Flat<
  { readonly [F in Fields[number] as MustBeSent<F> extends true ? F["name"] : never]: SentValue<F> } & {
    readonly [F in Fields[number] as MustBeSent<F> extends true ? never : F["name"]]?: SentValue<F> | EmptyOf<F>;
  }
>;
type BlockSent<B> = B extends { readonly name: infer Name; readonly fields: infer Fields extends readonly FieldShape[] }
  ? { readonly _type: Name; readonly _key?: string } & MembersSent<Fields>
  : never;

type SentValue<F> = F extends { readonly type: "object"; readonly fields: infer Fields extends readonly FieldShape[] }
  ? MembersSent<Fields>
  : F extends { readonly type: "array"; readonly of: infer Item }
    ? readonly SentValue<Item>[]
    : F extends { readonly type: "blocks"; readonly blocks: readonly (infer Block)[] }
      ? readonly BlockSent<Block>[]
      : ValueOf<F>;

/** Null clears a field that is not required. */
type EmptyOf<F> = IsRequired<F> extends true ? never : null;
type Placed<E> = E extends { readonly translatable: true } ? { readonly locale?: string; readonly translationGroup?: string } : unknown;

/** Assets accept an image's alternative text and focal point only; the other fields come from the file. */
type Writable<E extends EntityShape> = E["name"] extends "_image" | "_video" | "_file"
  ? Extract<E["fields"][number], { readonly name: "alt" | "focalX" | "focalY" }>
  : E["fields"][number];

/** The body of a create: required fields without a default are required. */
export type CreateOf<E extends EntityShape> = MembersSent<readonly Writable<E>[]> & Placed<E>;
/** The body of an update: only the changed fields. */
export type UpdateOf<E extends EntityShape> = { readonly [F in Writable<E> as F["name"]]?: SentValue<F> | EmptyOf<F> };
/** The content of a draft; no field is required. */
export type DraftOf<E extends EntityShape> = { readonly [F in Writable<E> as F["name"]]?: SentValue<F> | null } & Placed<E>;

/** An action on many records. */
export type BulkOf<E extends EntityShape> =
  | { readonly action: "update"; readonly data: UpdateOf<E> }
  | { readonly action: "delete" }
  /** Makes a user the creator of the records; for admins. */
  | { readonly action: "assign"; readonly userId: string }
  | (HasTrash<E> extends true ? { readonly action: "restore" } : never)
  | (HasVersions<E> extends true ? BulkOfDrafts<E> : never);
type BulkOfDrafts<E extends EntityShape> =
  | { readonly action: "update"; readonly data: DraftOf<E>; readonly draft: true }
  | { readonly action: "publish"; readonly force?: boolean }
  | { readonly action: "unpublish" };

export interface WriteOptions {
  /** The ETag of the record that was read (see `etagOf`): 412 if the record has changed since. */
  readonly ifMatch?: string | undefined;
}
export interface CreateOptions {
  /** Requests with the same key and data create only one record. */
  readonly idempotencyKey?: string | undefined;
}
