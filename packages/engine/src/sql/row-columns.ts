/** The columns that every entity's table has, whatever its fields. */

export interface RowColumn {
  readonly name: string;
  readonly sqlType: string;
}

const ROW_COLUMNS: readonly RowColumn[] = [
  { name: "id", sqlType: "uuid" },
  { name: "version", sqlType: "integer" },
  { name: "created_at", sqlType: "timestamptz(3)" },
  { name: "updated_at", sqlType: "timestamptz(3)" },
  { name: "published_at", sqlType: "timestamptz(3)" },
  // a user or an API key by its id; no foreign key, so that both can be deleted
  { name: "created_by", sqlType: "uuid" },
  { name: "created_by_kind", sqlType: "text" },
  { name: "updated_by", sqlType: "uuid" },
  { name: "updated_by_kind", sqlType: "text" },
];
/** Those that change with a record. */
export const CHANGING_COLUMNS: readonly string[] = ["version", "updated_at", "published_at", "updated_by", "updated_by_kind"];
const TRANSLATION_COLUMNS: readonly RowColumn[] = [
  { name: "locale", sqlType: "text" },
  { name: "translation_group", sqlType: "uuid" },
];

export function rowColumnsOf({ translatable }: { readonly translatable: boolean }): readonly RowColumn[] {
  return translatable ? [...ROW_COLUMNS, ...TRANSLATION_COLUMNS] : ROW_COLUMNS;
}
