/** Derives the types of values and records from field definitions, for a role that may read everything. */
import type { RichDocument, Status } from "@colophon/model";
import type { EntityShape, FieldShape, HasTrash, HasVersions, VisibleField } from "./config-shape.ts";

/** Any JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
/** A block of a `richtext` field with the format `blocks`. */
export interface RichBlock {
  readonly _type: string;
  readonly [key: string]: unknown;
}

interface Scalars {
  readonly text: string;
  readonly slug: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly date: string;
  readonly datetime: string;
  readonly email: string;
  readonly url: string;
  readonly color: string;
  readonly json: Json;
  readonly relation: string;
  readonly image: string;
  readonly video: string;
  readonly file: string;
}

type OptionOf<Option> = Option extends { readonly value: infer Value } ? Value : Option;
type IsMany<F> = F extends { readonly many: true } | { readonly multiple: true } ? true : false;
type OneOrMany<F, Value> = IsMany<F> extends true ? readonly Value[] : Value;
/** Whether a value is always required; not if it depends on a condition. */
export type IsRequired<F> = F extends { readonly required: true }
  ? F extends { readonly admin: { readonly condition: object } }
    ? false
    : true
  : false;

type MembersOf<Fields extends readonly FieldShape[]> = {
  readonly [F in Exclude<Fields[number], { readonly hidden: true }> as F["name"]]: ReadValue<F>;
};
type BlockOf<B> = B extends { readonly name: infer Name; readonly fields: infer Fields extends readonly FieldShape[] }
  ? { readonly _type: Name; readonly _key: string } & MembersOf<Fields>
  : never;

/** The type of a field's value that is not null. */
export type ValueOf<F> = F extends { readonly type: "select"; readonly options: readonly (infer Option)[] }
  ? OneOrMany<F, OptionOf<Option>>
  : F extends { readonly type: "richtext" }
    ? F extends { readonly format: "blocks" }
      ? readonly RichBlock[]
      : F extends { readonly format: "document" }
        ? RichDocument
        : string
    : F extends { readonly type: "object"; readonly fields: infer Fields extends readonly FieldShape[] }
      ? MembersOf<Fields>
      : F extends { readonly type: "array"; readonly of: infer Item }
        ? readonly ValueOf<Item>[]
        : F extends { readonly type: "blocks"; readonly blocks: readonly (infer Block)[] }
          ? readonly BlockOf<Block>[]
          : F extends { readonly type: infer Type extends keyof Scalars }
            ? OneOrMany<F, Scalars[Type]>
            : never;

export type IsList<F> = F extends { readonly type: "relation" | "image" | "video" | "file"; readonly many: true } ? true : false;
/** The type of a field's value in answers: with null if it can be empty. */
export type ReadValue<F> = IsRequired<F> extends true ? ValueOf<F> : IsList<F> extends true ? ValueOf<F> : ValueOf<F> | null;

/** The fields of every record. */
export type Automatic<E> = {
  readonly id: string;
  readonly _type: E extends { readonly name: infer Name } ? Name : string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
} & (E extends { readonly translatable: true } ? { readonly locale: string; readonly translationGroup: string } : unknown);

/** The state of a record and its draft. */
export type { Status };
/** A user or an API key; the id is included if it still exists and the caller may read users. */
export interface Owner {
  readonly type: "user" | "key";
  readonly id?: string;
  readonly name?: string | null;
}
type Markers<E> = {
  /** The creator of the record. Null for the system, or if unknown. */
  readonly _createdBy: Owner | null;
  /** The last user or API key that changed it. */
  readonly _updatedBy: Owner | null;
  /** What the caller may do with the record; included with `can: true`. */
  readonly _can?: { readonly update: boolean; readonly delete: boolean; readonly publish: boolean };
} & (HasVersions<E> extends true ? { readonly _status: Status } : unknown) &
  (E extends { readonly translatable: true }
    ? { readonly _translations?: { readonly [locale: string]: { readonly id: string } } }
    : unknown) &
  (HasTrash<E> extends true
    ? {
        /** The time when the record was moved to the trash; included with `trashed: true` if `fields` names it. */
        readonly _deletedAt?: string;
      }
    : unknown);

/** A record of the entity, its relations as ids. */
export type RecordOf<E extends EntityShape> = Flat<
  Automatic<E> & { readonly [F in VisibleField<E> as F["name"]]: ReadValue<F> } & Markers<E>
>;
/** The same type as one object, which editors display better. */
export type Flat<T> = { [K in keyof T]: T[K] };
/** The names that `fields` and `sort` accept. */
export type NameOf<E extends EntityShape> = Exclude<keyof RecordOf<E> & string, "_can">;

/** One page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: {
    readonly total?: number;
    /** The total is an estimate: counting took too long. */
    readonly totalEstimated?: true;
    readonly limit: number;
    readonly offset: number;
    readonly nextCursor?: string | null;
  };
}
