import pg from "pg";
import { queryOn } from "./connection.ts";

/** Ends the calls of one listener. */
export interface Listener {
  close(): Promise<void>;
}

export type Channels = ReturnType<typeof createChannels>;

/**
 * The channels on which a process listens, over a connection that it also uses for other statements. A notification can get lost while the
 * connection is being replaced, so listeners are also called when it has been, and they poll.
 */
export function createChannels() {
  const listeners = new Map<string, Set<() => void>>();
  const known = new WeakMap<pg.ClientBase, Set<string>>();
  const call = (channel: string): void => listeners.get(channel)?.forEach((onNotify) => onNotify());

  function namesOn(client: pg.ClientBase): Set<string> {
    const names = known.get(client) ?? new Set();
    if (known.has(client)) return names;
    known.set(client, names);
    client.on("notification", ({ channel }) => call(channel));
    return names;
  }

  return {
    isEmpty: (): boolean => listeners.size === 0,

    add(channel: string, onNotify: () => void): Listener {
      const own = () => onNotify();
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(own));
      return { close: async () => void listeners.get(channel)?.delete(own) };
    },

    /** Makes this connection listen on every channel. Listeners of a channel that is new to it are called: it may have missed something. */
    async listenOn(client: pg.ClientBase): Promise<void> {
      const names = namesOn(client);
      for (const channel of listeners.keys()) {
        if (names.has(channel)) continue;
        await queryOn(client, { text: `listen ${pg.escapeIdentifier(channel)}` });
        names.add(channel);
        call(channel);
      }
    },
  };
}
