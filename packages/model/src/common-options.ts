/** The options that every field has. */
import type { FieldAdmin } from "./field-admin.ts";

export type FieldValidator = (
  value: any,
  context: { field: string; entity: string; data: Record<string, unknown> },
) => true | string | Promise<true | string>;

/** The options of every field. */
export interface FieldOptions {
  /** Letters and digits, at most 48. */
  name: string;
  /** The displayed name. */
  title?: string;
  /** The displayed description. */
  description?: string;
  /**
   * The value can't be empty. With `admin.condition`, this applies only if the condition is true.
   * @default false
   */
  required?: boolean;
  /**
   * `/api/search` and `q=` search this field.
   * @default false
   */
  searchable?: boolean;
  /**
   * Creates an index for lists that filter or sort by the field.
   * @default false
   */
  index?: boolean;
  /** The value for records that are created without the field, and for existing records when the field is added. */
  default?: unknown;
  /**
   * The value can't change after the record was created.
   * @default false
   */
  immutable?: boolean;
  /**
   * Answers never contain the value.
   * @default false
   */
  hidden?: boolean;
  /**
   * All translations of a record have the same value; see [Translations](docs/guide/translations.md#shared-fields).
   * @default false
   */
  shared?: boolean;
  /** Takes `(value, { field, entity, data })`, returns `true` or an error message. Can be `async`. */
  validate?: FieldValidator;
  /** How the admin page shows the field. */
  admin?: FieldAdmin;
  /** The previous name. The values are kept, also inside objects, arrays and blocks. Blocks have it, too. */
  renamedFrom?: string;
}

export interface OfType {
  /** One of the types of fields. */
  type: string;
}
export interface UniqueOption {
  /**
   * Values are unique among all records; per locale if the entity is translatable. For fields with a single value.
   * @default false
   */
  unique?: boolean;
}
