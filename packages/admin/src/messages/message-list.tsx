import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

export function MessageList() {
  return <Notifications position="bottom-right" zIndex={400} />;
}
