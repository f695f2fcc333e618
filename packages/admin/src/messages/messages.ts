/** A short notification at the edge of the page. */
export interface Message {
  readonly text: string;
  readonly isFailure?: boolean;
  /** An action that is offered while the message is shown. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

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
