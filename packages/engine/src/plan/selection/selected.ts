/** The columns of a record in an answer, and the visible parts of the JSON values in them. */
import type { AssetUrls, Entity, Field } from "../../types.ts";
import type { RowFilter } from "../filter/contract.ts";
import type { Reference } from "../../views/nested-column.ts";
import type { OwnerVisibility } from "./owners.ts";
import type { Rights } from "./rights.ts";

export type Column =
  | { readonly kind: "value"; readonly name: string; readonly field: Field; readonly shape: Shape }
  | { readonly kind: "links"; readonly name: string; readonly field: Field }
  /** A relation with a target entity that the reader may not read: null, or an empty list. */
  | { readonly kind: "blank"; readonly name: string; readonly many: boolean }
  | ({ readonly kind: "embed"; readonly name: string; readonly field: Field } & Embedded)
  /** The newest records that refer to this one. */
  | ({ readonly kind: "referring"; readonly selection: Selection } & Counted)
  /** The numbers of all of them, by the names of reverse fields. */
  | { readonly kind: "counts"; readonly name: string; readonly of: readonly Counted[] }
  | { readonly kind: "owner"; readonly name: string; readonly field: Field; readonly visibility: OwnerVisibility }
  /** The public URL of a file: plain for the rows that anybody may read (null: none), signed for others. */
  | { readonly kind: "assetUrl"; readonly name: string; readonly field: Field; readonly urls: AssetUrls; readonly open: RowFilter | null }
  | { readonly kind: "status"; readonly name: string }
  | { readonly kind: "translations"; readonly name: string; readonly siblings: RowFilter }
  | { readonly kind: "can"; readonly name: string; readonly rights: Rights };

/** The records that refer to another. */
export interface Counted extends Reference {
  readonly name: string;
  readonly from: RowFilter;
}

export interface Selection {
  readonly entity: Entity;
  readonly columns: readonly Column[];
}

/** Related records: which of them, and which of their columns. */
export interface Embedded {
  readonly target: RowFilter;
  readonly selection: Selection;
}

export type Members = readonly (readonly [string, Shape])[];

export type Shape =
  /** Any JSON: the field's type allows it. */
  | { readonly kind: "any" }
  /** A text, number or boolean; an object or array in its place was stored under another definition. */
  | { readonly kind: "scalar" }
  /** Ids of an entity that the reader may not read at all. */
  | { readonly kind: "blank"; readonly many: boolean }
  /** The resolved records of ids. */
  | ({ readonly kind: "embed"; readonly many: boolean } & Embedded)
  | { readonly kind: "object"; readonly members: Members }
  | { readonly kind: "array"; readonly of: Shape }
  | { readonly kind: "blocks"; readonly blocks: readonly (readonly [string, Members])[] }
  /** A document of rich text: the attributes of the project's own blocks, and the references that are not shown as ids. */
  | {
      readonly kind: "document";
      readonly blocks: readonly (readonly [string, Members])[];
      readonly references: readonly { readonly steps: readonly string[]; readonly shape: Shape }[];
    };
