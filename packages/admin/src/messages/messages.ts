import type { Message } from "./show-message.tsx";

let hasMessages = false;
const listeners = new Set<() => void>();

/** Whether messages have to be shown; the code that shows them is loaded with the first one. */
export const messages = {
  hasMessages: () => hasMessages,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export async function notify(message: Message): Promise<void> {
  hasMessages = true;
  for (const listener of listeners) listener();
  const { show } = await import("./show-message.tsx");
  show(message);
}
