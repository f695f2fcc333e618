import { LRUCache } from "lru-cache";
import type { ClientBase } from "pg";
import { deallocate } from "./pg-internals.ts";

/** Maximum number of prepared statements on one connection; callers choose the shapes of filters, so their number is unlimited. */
export const MAX_PREPARED = 200;
/** Limit of their names and texts, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;
const ENTRY_BYTES = 200;

const used = new WeakMap<ClientBase, LRUCache<string, true>>();

/**
 * Records that a named statement is about to run on a client and, beyond the limits, deallocates those least recently used. The message is sent
 * with the next query, so it needs no extra round trip.
 */
export function notePrepared(client: ClientBase, { name, text }: { readonly name: string; readonly text: string }): void {
  const names = used.get(client) ?? openNames(client);
  if (!names.get(name)) names.set(name, true, { size: ENTRY_BYTES + name.length + text.length });
}

function openNames(client: ClientBase): LRUCache<string, true> {
  const names = new LRUCache<string, true>({
    max: MAX_PREPARED,
    maxSize: MAX_BYTES,
    dispose: (_, name) => deallocate(client, name),
  });
  used.set(client, names);
  return names;
}
