/** Derives the types of the values that hooks get from the fields of their entity, also of hidden ones. */
import type { EntityShape, HasVersions } from "./config-shape.ts";
import type { Automatic, Flat, IsRequired, ReadValue, ValueOf } from "./record-types.ts";

type Stored<E extends EntityShape> = Exclude<E["fields"][number], { readonly type: "reverse" }>;
type Placed<E> = E extends { readonly translatable: true } ? { locale?: string; translationGroup?: string } : unknown;

/** A record as hooks see it: with hidden fields, and relations as ids. */
export type StoredRecord<E extends EntityShape> = Flat<Automatic<E> & { readonly [F in Stored<E> as F["name"]]: ReadValue<F> }>;

/** Data that is not checked yet, or only a part of a record: every field can be missing or empty. */
export type PartialData<E extends EntityShape> = Flat<{ [F in Stored<E> as F["name"]]?: ValueOf<F> | null } & Placed<E>>;

/** The checked data of a create: required fields are there, unless the entity has drafts, which need none. */
export type CheckedData<E extends EntityShape> =
  HasVersions<E> extends true
    ? PartialData<E>
    : Flat<
        { [F in Stored<E> as IsRequired<F> extends true ? F["name"] : never]: ValueOf<F> } & {
          [F in Stored<E> as IsRequired<F> extends true ? never : F["name"]]?: ValueOf<F> | null;
        } & Placed<E>
      >;
