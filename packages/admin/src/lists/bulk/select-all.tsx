import { Checkbox } from "@mantine/core";
import type { Selection } from "./use-selection.ts";

/** Selects all records of a page, or none. */
export function SelectAll({ label, selection }: { readonly label: string; readonly selection: Selection }) {
  const { isAll, records, toggleAll } = selection;
  return <Checkbox aria-label={label} checked={isAll} indeterminate={!isAll && records.length > 0} onChange={toggleAll} />;
}
