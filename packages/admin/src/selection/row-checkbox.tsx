import type { Selection } from "./use-selection.ts";

interface Props {
  readonly label: string;
  readonly isChosen: boolean;
  /** Whether only some of the rows are chosen; for the checkbox of all rows. */
  readonly isMixed?: boolean;
  readonly onToggle: () => void;
}

/** The checkbox of a row, or of all rows. */
export function RowCheckbox({ label, isChosen, isMixed = false, onToggle }: Props) {
  return (
    <input
      type="checkbox"
      className="list-checkbox"
      aria-label={label}
      checked={isChosen}
      onChange={onToggle}
      ref={(input) => {
        if (input) input.indeterminate = isMixed;
      }}
    />
  );
}

/** Selects all records of a page, or none. */
export function SelectAll({ label, selection }: { readonly label: string; readonly selection: Selection }) {
  const { isAll, records, toggleAll } = selection;
  return <RowCheckbox label={label} isChosen={isAll} isMixed={!isAll && records.length > 0} onToggle={toggleAll} />;
}
