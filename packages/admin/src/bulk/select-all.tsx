import { RowCheckbox } from "./row-checkbox.tsx";
import type { Selection } from "./use-selection.ts";

/** Selects all records of a page, or none. */
export function SelectAll({ label, selection }: { readonly label: string; readonly selection: Selection }) {
  const { isAll, records, toggleAll } = selection;
  return <RowCheckbox label={label} isChosen={isAll} isMixed={!isAll && records.length > 0} onToggle={toggleAll} />;
}
