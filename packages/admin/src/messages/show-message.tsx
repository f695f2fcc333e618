import { notifications } from "@mantine/notifications";
import { MessageContent } from "./message-content.tsx";
import type { Message } from "./message.ts";

const SHOWN_MS = 6_000;
const WITH_ACTION_MS = 20_000;

export function show(message: Message): void {
  const id = notifications.show({
    message: <MessageContent message={message} onDone={() => notifications.hide(id)} />,
    color: message.isFailure ? "red" : "teal",
    autoClose: message.action ? WITH_ACTION_MS : SHOWN_MS,
    withCloseButton: false,
  });
}
