import type { CellProps } from "@colophon/admin";
import { Text } from "@mantine/core";

/** A number of minutes, with its unit. */
export default function MinutesCell({ value }: CellProps<number>) {
  return <Text size="sm">{value === null ? "" : `${value} min`}</Text>;
}
