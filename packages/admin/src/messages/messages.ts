import type { Message } from "./message.ts";

let isWanted = false;
const listeners = new Set<() => void>();

/** Whether short messages are to be shown; what shows them is loaded with the first one. */
export const messages = {
  /** Whether there has been any. */
  isWanted: () => isWanted,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export async function say(message: Message): Promise<void> {
  isWanted = true;
  for (const listener of listeners) listener();
  const { show } = await import("./show-message.tsx");
  show(message);
}
