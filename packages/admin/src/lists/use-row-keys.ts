import { useNavigate } from "@tanstack/react-router";
import { useState, type KeyboardEvent } from "react";
import type { AnyRecord } from "../api/client.ts";

export type RowProps = ReturnType<ReturnType<typeof useRowKeys>["rowAt"]>;

interface Rows {
  readonly entity: string;
  readonly records: readonly AnyRecord[];
  readonly toggle: (id: string) => void;
}

/** Keyboard navigation of the rows: one row is in the tab order; arrow keys, Home and End move the focus, Enter opens the record, space selects it. */
export function useRowKeys({ entity, records, toggle }: Rows) {
  const [current, setCurrent] = useState(0);
  const navigate = useNavigate();
  const steps: Readonly<Record<string, number>> = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: records.length - 1 };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLTableRowElement)) return; // links and checkboxes in the row handle their own keys
    const record = records[current];
    const next = steps[event.key];
    if (next !== undefined) {
      event.currentTarget.querySelectorAll("tr")[Math.min(Math.max(next, 0), records.length - 1)]?.focus();
    } else if (event.key === "Enter" && record) {
      void navigate({ to: "/content/$entity/$id", params: { entity, id: record.id } });
    } else if (event.key === " " && record) {
      toggle(record.id);
    } else {
      return;
    }
    event.preventDefault();
  };
  const active = Math.min(current, records.length - 1);
  return { onKeyDown, rowAt: (at: number) => ({ tabIndex: at === active ? 0 : -1, onFocus: () => setCurrent(at) }) };
}
