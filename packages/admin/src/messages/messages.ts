/** Short messages at the edge of the page; what shows them is loaded with the first one. */
export interface Message {
  readonly text: string;
  readonly isFailure?: boolean;
  /** What can be done about it, as long as it is shown. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

let isWanted = false;
const listeners = new Set<() => void>();

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
