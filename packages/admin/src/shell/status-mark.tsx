import { Badge } from "@mantine/core";

const COLORS: Readonly<Record<string, string>> = { draft: "gray", published: "teal", modified: "orange" };

/** The status of a record with drafts. */
export function StatusMark({ status, label }: { readonly status: string; readonly label: string }) {
  return (
    <Badge variant="dot" color={COLORS[status] ?? "gray"} c="var(--mantine-color-text)" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}
