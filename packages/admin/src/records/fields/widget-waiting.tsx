import { Skeleton } from "@mantine/core";

/** Shown while a widget's code loads. */
export function WidgetWaiting() {
  return <Skeleton height={60} data-waiting />;
}
