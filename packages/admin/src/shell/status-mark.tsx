import type { CSSProperties } from "react";

const COLORS: Readonly<Record<string, string>> = { draft: "gray", published: "teal", modified: "orange" };

/** The status of a record with drafts. A plain element, because every row of a list has one. */
export function StatusMark({ status, label }: { readonly status: string; readonly label: string }) {
  const style = { "--status-color": `var(--mantine-color-${COLORS[status] ?? "gray"}-filled)` } as CSSProperties;
  return (
    <span className="status-mark" style={style}>
      {label}
    </span>
  );
}
