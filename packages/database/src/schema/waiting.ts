/** What a process that waits for its tables says, so that its operator knows what is missing. */

export interface WaitingForTables {
  /** Called with a sentence at each look, several times a second. */
  readonly onWaiting?: ((sentence: string) => void) | undefined;
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
