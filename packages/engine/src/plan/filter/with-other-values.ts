import { isPlaceholder } from "../../placeholder.ts";
import type { Value } from "../../placeholder.ts";
import type { Filter, RowFilter } from "./contract.ts";

/** The same filter with other values in its comparisons, those in the row filters of related records included. */
export function withOtherValues(filter: Filter, valueFor: (value: Value) => Value): Filter {
  const swapped = (of: Filter): Filter => withOtherValues(of, valueFor);
  const swappedRows = (rows: RowFilter): RowFilter => ({ ...rows, filter: rows.filter && swapped(rows.filter) });
  if (filter.kind === "test") return { ...filter, values: filter.values.map((value) => swappedValue(value, valueFor)) };
  if (filter.kind === "not") return { ...filter, of: swapped(filter.of) };
  if (filter.kind === "through") return { ...filter, target: swappedRows(filter.target), of: swapped(filter.of) };
  if (filter.kind === "referred") return { ...filter, from: swappedRows(filter.from), of: swapped(filter.of) };
  return { ...filter, of: filter.of.map(swapped) };
}

function swappedValue(value: Value, valueFor: (value: Value) => Value): Value {
  if (!isPlaceholder(value) && Array.isArray(value)) return value.map((item: Value) => swappedValue(item, valueFor));
  return valueFor(value);
}
