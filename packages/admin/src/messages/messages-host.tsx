import { lazy, Suspense, useSyncExternalStore } from "react";
import { messages } from "./messages.ts";

const MessageList = lazy(async () => ({ default: (await import("./message-list.tsx")).MessageList }));

/** Shows messages; loaded with the first one. */
export function MessagesHost() {
  const hasMessages = useSyncExternalStore(messages.subscribe, messages.hasMessages);
  return <Suspense>{hasMessages && <MessageList />}</Suspense>;
}
