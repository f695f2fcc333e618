import type { FieldDefinition } from "@colophon/config";

/** Stored values of one field whose rich text is to be converted. */
export interface ChangedTexts {
  /** With it their results are stored (`resultsKeyOf`). */
  readonly resultsKey: string;
  /** As it is from now on. */
  readonly definition: FieldDefinition;
  /** The types of the column, before and from now on. */
  readonly from: "text" | "jsonb";
  readonly to: "text" | "jsonb";
  /** The field isn't rich text: its values contain it. */
  readonly isNested?: true;
  /** Each returns `id` and `text` of a batch of values without a result, after the id `$1`. */
  readonly batches: readonly string[];
  /** Brings the results into the new column, if that was filled in advance. */
  readonly fill?: string;
  /** Counts, as `lost`, the rows without a value in that column of which more than rich text would be lost. */
  readonly lostWritten?: string;
}

/** A check of one field. `sql` returns one row: `records` and `lost`, as in `Reshaped`, the latter as JSON text. */
export interface ContentCheck {
  /** The field: `article.links`. */
  readonly configPath: string;
  /** The key of the table in the catalog, and the column, as they are now. */
  readonly table: string;
  readonly column: string;
  readonly sql: string;
  /** Of rich text that changes its format: the texts to convert before the check. */
  readonly texts?: ChangedTexts;
  /** Those left when the tables are locked. @param ofDrafts - from `draftsKeyOf` */
  readonly rest?: (ofDrafts: string) => ChangedTexts;
}
