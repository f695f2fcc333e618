import type { ChangedTexts } from "./changed-texts.ts";

/** A check of one field. `sql` returns one row: `records` and `lost`, as in `Reshaped`, the latter as JSON text. */
export interface ContentCheck {
  /** `article.links` */
  readonly place: string;
  /** The key of the table in the catalog, and the column, as they are now. */
  readonly table: string;
  readonly column: string;
  readonly sql: string;
  /** Of rich text that changes its format: the texts to convert before the check, and those left when the tables are locked. */
  readonly texts?: ChangedTexts;
  readonly rest?: ChangedTexts;
}
