/** What fields are given from outside, because it is made of fields itself. */
import type { FieldDefinition } from "@colophon/config/define";
import { createContext, use, type ComponentType } from "react";
import type { AnyRecord } from "../api/client.ts";
import type { StoredField } from "./model/types.ts";

/** Where a widget stands, and what it is for. */
export interface WidgetProps<D extends FieldDefinition = FieldDefinition> {
  readonly field: StoredField & { readonly definition: D };
  /** Dotted, into the record. */
  readonly path: string;
  /** Said in place of the field's own title; of items of a list. */
  readonly label?: string;
}
export interface RecordDrawerProps {
  readonly entity: string;
  /** Null for a new one. */
  readonly id: string | null;
  readonly onClose: () => void;
  /** Called with each state that was stored. */
  readonly onStored: (record: AnyRecord) => void;
}
export interface Parts {
  readonly widgetOf: (definition: FieldDefinition) => ComponentType<WidgetProps>;
  /** Another record's form, over this one. */
  readonly RecordDrawer: ComponentType<RecordDrawerProps>;
}

export const PartsContext = createContext<Parts | null>(null);

export function useParts(): Parts {
  const parts = use(PartsContext);
  if (!parts) throw new Error("A form stands outside of a page");
  return parts;
}
