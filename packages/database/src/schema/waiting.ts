/** What a process that waits for its tables says, so that its operator knows what is missing. */

const REMIND_EVERY_MS = 10_000;

export interface Reminding {
  /** Called with a sentence when the waiting begins, when its reason changes, and every 10 s. */
  readonly onWaiting?: ((sentence: string) => void) | undefined;
  readonly remindEveryMs?: number | undefined;
}

export interface WaitingForTables extends Reminding {
  /** Ends the waiting; the promise then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export const AWAIT_MIGRATION =
  "Waiting until the tables match this configuration. The migration changes them: `docker compose up migrate` with Compose, the job `migrate` on Kubernetes, `npx colophon schema apply` elsewhere";

/** The message of a failed connection in parentheses. One to several addresses of a name has only a code. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "";
  const reason = cause.message || ("code" in cause ? String(cause.code) : "");
  return reason && ` (${reason})`;
}

/** Names the server, never the password. */
export function awaySentence(address: string, cause: unknown): string {
  return `Waiting for PostgreSQL at ${address}${reasonOf(cause)}. Check DATABASE_URL, and check that the server is running`;
}

/** Passes on a sentence that is new, or that was said long ago. */
export function createReminder({ onWaiting, remindEveryMs = REMIND_EVERY_MS }: Reminding): (sentence: string) => void {
  let last: string | null = null;
  let saidAt = -Infinity;
  return (sentence) => {
    const now = performance.now();
    if (sentence === last && now - saidAt < remindEveryMs) return;
    [last, saidAt] = [sentence, now];
    onWaiting?.(sentence);
  };
}
