import { Skeleton } from "@mantine/core";

/** In place of a widget whose code is being loaded. */
export function WidgetWaiting() {
  return <Skeleton height={60} data-waiting />;
}
