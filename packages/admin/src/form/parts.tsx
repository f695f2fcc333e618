/** Components that fields get by context, because importing them would be circular. */
import type { FieldDefinition } from "@colophon/config/define";
import { createContext, use, type ComponentType } from "react";
import type { AnyRecord } from "../api/client.ts";
import type { StoredField } from "../record-model/types.ts";

export interface WidgetProps<D extends FieldDefinition = FieldDefinition> {
  readonly field: StoredField & { readonly definition: D };
  /** The dotted path in the record. */
  readonly path: string;
  /** Replaces the field's title; for items of a list. */
  readonly label?: string;
}
export interface RecordDrawerProps {
  readonly entity: string;
  /** Null for a new record. */
  readonly id: string | null;
  readonly onClose: () => void;
  /** Called after each save. */
  readonly onStored: (record: AnyRecord) => void;
}
export interface Parts {
  readonly widgetOf: (definition: FieldDefinition) => ComponentType<WidgetProps>;
  /** The form of another record, above the current one. */
  readonly RecordDrawer: ComponentType<RecordDrawerProps>;
}

export const PartsContext = createContext<Parts | null>(null);

export function useParts(): Parts {
  const parts = use(PartsContext);
  if (!parts) throw new Error("A form stands outside of a page");
  return parts;
}
