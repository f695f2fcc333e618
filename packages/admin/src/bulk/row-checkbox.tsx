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
