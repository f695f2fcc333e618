/** The options of a field for the admin page. */
import type { FilterValue } from "./operators.ts";

/** Keys for other admin interfaces. */
export interface OtherWords {
  readonly [word: string]: unknown;
}

/** A filter over fields, in the syntax of permission filters. */
export type AdminFilter = Readonly<Record<string, FilterValue>>;

export interface FieldAdmin extends OtherWords {
  /** The name of [your own input](docs/guide/admin-page.md#your-own-components); for a `text` field also `color`, `url` or `email`. */
  readonly widget?: string;
  /** The text in the empty input. */
  readonly placeholder?: string;
  /** The text below the input. */
  readonly help?: string;
  /**
   * The form shows the value but can't change it.
   * @default false
   */
  readonly readOnly?: boolean;
  /**
   * The width of the input: `full`, `half`, `third`, `quarter`, a percentage such as `40%`, or a number of 12 columns.
   * @default "full"
   */
  readonly width?: string | number;
  /**
   * A filter on fields of the same level, without variables. If it is false, the field isn't shown, and `required` doesn't apply.
   */
  readonly condition?: AdminFilter;
}
