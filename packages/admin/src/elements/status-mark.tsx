import type { CSSProperties } from "react";

/** Of records with drafts, of webhooks and their deliveries, and of runs of jobs. Others are grey. */
const COLORS: Readonly<Record<string, string>> = {
  published: "teal",
  modified: "orange",
  active: "teal",
  paused: "orange",
  disabled: "red",
  delivered: "teal",
  done: "teal",
  failed: "red",
  timeout: "red",
  interrupted: "orange",
};

/** A status. A plain element, because every row of a list has one. */
export function StatusMark({ status, label }: { readonly status: string; readonly label: string }) {
  const style = { "--status-color": `var(--mantine-color-${COLORS[status] ?? "gray"}-filled)` } as CSSProperties;
  return (
    <span className="status-mark" style={style}>
      {label}
    </span>
  );
}
