import type { ClientBase } from "pg";

/** Statements kept prepared on one connection; callers choose the shapes of filters, so there is no end to them. */
export const MAX_PREPARED = 200;

/** What `pg` keeps beside its public interface, and what it sends to forget a prepared statement. */
interface Wire {
  readonly parsedStatements: Record<string, string | undefined>;
  close(message: { type: "S"; name: string }): void;
}

const names = new WeakMap<ClientBase, Set<string>>();

/**
 * Notes that `name` is about to be run on a client and, past the limit, forgets the statement that was used longest ago.
 * The message travels with the next query, so it costs no round trip.
 */
export function evictBefore(client: ClientBase, name: string): void {
  const used = names.get(client) ?? new Set();
  names.set(client, used);
  used.delete(name);
  used.add(name); // a Set keeps the order of insertion: the first is the oldest
  if (used.size <= MAX_PREPARED) return;
  const [oldest = name] = used;
  used.delete(oldest);
  forget(client, oldest);
}

/** Makes the next run prepare the statement anew. */
export function forget(client: ClientBase, name: string): void {
  const wire = wireOf(client);
  if (wire?.parsedStatements[name] === undefined) return;
  delete wire.parsedStatements[name];
  wire.close({ type: "S", name });
}

function wireOf(client: ClientBase): Wire | undefined {
  return "connection" in client ? (client.connection as Wire) : undefined;
}
