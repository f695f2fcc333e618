import type { FieldDefinition } from "@colophon/config";

export type RichTextDefinition = Extract<FieldDefinition, { readonly type: "richtext" }>;

/** Stored texts of one field that are to be converted. */
export interface ChangedTexts {
  /** With it their results are stored (`placeOfResults`). */
  readonly place: string;
  /** As it is from now on. */
  readonly definition: RichTextDefinition;
  /** Each returns `id` and `text` of a batch of texts without a result, after the id `$1`. */
  readonly batches: readonly string[];
  /** Brings the results into the new column, if that was filled in advance. */
  readonly fill?: string;
}
