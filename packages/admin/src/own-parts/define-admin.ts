import type { FieldDefinition } from "@colophon/config/define";
import type { ComponentType } from "react";
import type { AnyRecord } from "../api/client.ts";

/** Props of all Mantine inputs, which connect help and error to the input. */
export interface InputProps {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly error?: string;
  readonly withAsterisk: boolean;
  readonly readOnly: boolean;
}

/** The props of a custom widget. */
export interface WidgetProps<Value = unknown> {
  readonly definition: FieldDefinition;
  readonly value: Value | null;
  /** Sets the new value; null empties the field. */
  onChange(value: Value | null): void;
  /** Label, help, error and similar props, as Mantine's inputs take them. */
  readonly input: InputProps;
}
/** The props of a custom cell. */
export interface CellProps<Value = unknown> {
  readonly definition: FieldDefinition;
  readonly value: Value | null;
  /** The whole row, with the columns of the list. */
  readonly record: AnyRecord;
}

/** Loads a component when it is first shown: the default export of its file. */
export type Load<Props = object> = () => Promise<{ readonly default: ComponentType<Props> }>;

export interface OwnPage {
  readonly title: string;
  readonly load: Load;
}

/** A project's custom components, by name. */
export interface AdminParts {
  /** For fields with `admin: { widget: name }`. A widget narrows the value's type in its own props. */
  readonly widgets?: Readonly<Record<string, Load<WidgetProps<never>>>>;
  /** In lists, for fields with `admin: { widget: name }`. */
  readonly cells?: Readonly<Record<string, Load<CellProps<never>>>>;
  /** For `{ type: "custom", name }` in `admin.dashboard`. */
  readonly cards?: Readonly<Record<string, Load>>;
  /** Each at `/admin/pages/<name>`; `admin.sidebar` may link to it. */
  readonly pages?: Readonly<Record<string, OwnPage>>;
}

/** The custom parts of a project: the default export of `admin/index.ts` beside its configuration. */
export function defineAdmin(parts: AdminParts): AdminParts {
  return parts;
}
