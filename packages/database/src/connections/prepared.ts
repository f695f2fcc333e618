import { LRUCache } from "lru-cache";
import type { ClientBase } from "pg";

/** Statements kept prepared on one connection; callers choose the shapes of filters, so there is no end to them. */
export const MAX_PREPARED = 200;

/** Internal state of `pg`, and the message that deallocates a prepared statement. */
interface Wire {
  readonly parsedStatements: Record<string, string | undefined>;
  close(message: { type: "S"; name: string }): void;
}

const used = new WeakMap<ClientBase, LRUCache<string, true>>();

/**
 * Notes that `name` is about to be run on a client and, past the limit, deallocates the statement that was used longest
 * ago. The message travels with the next query, so it costs no round trip.
 */
export function notePrepared(client: ClientBase, name: string): void {
  const names = used.get(client) ?? openNames(client);
  if (!names.get(name)) names.set(name, true);
}

/** Makes the next run prepare the statement again. */
export function deallocate(client: ClientBase, name: string): void {
  const wire = wireOf(client);
  if (wire?.parsedStatements[name] === undefined) return;
  delete wire.parsedStatements[name];
  wire.close({ type: "S", name });
}

function openNames(client: ClientBase): LRUCache<string, true> {
  const names = new LRUCache<string, true>({ max: MAX_PREPARED, dispose: (_, name) => deallocate(client, name) });
  used.set(client, names);
  return names;
}

function wireOf(client: ClientBase): Wire | undefined {
  return "connection" in client ? (client.connection as Wire) : undefined;
}
