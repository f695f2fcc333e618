import { useSyncExternalStore } from "react";
import { messages } from "./messages.ts";
import { lazyPart } from "../loading/lazy-part.tsx";

const MessageList = lazyPart(async () => (await import("./show-message.tsx")).MessageList);

/** Shows messages; loaded with the first one. */
export function MessagesHost() {
  const hasMessages = useSyncExternalStore(messages.subscribe, messages.hasMessages);
  return hasMessages && <MessageList />;
}
