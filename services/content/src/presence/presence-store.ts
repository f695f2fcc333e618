import { RedisAwayError, type RedisLink } from "@colophon/runtime";

/** A session that hasn't called again within this time is removed. */
const KEPT_MS = 40_000;

/** One session that has a record open. */
export interface Present {
  readonly userId: string;
  /** Milliseconds since 1970, like the next one. */
  readonly since: number;
  readonly seen: number;
  readonly editing: string | null;
}

export interface PresenceDependencies {
  readonly redis: RedisLink;
  readonly now: () => Date;
}

/** The users who have a record open: one hash in Redis for each record, one member for each session. */
export function createPresenceStore({ redis, now }: PresenceDependencies) {
  return {
    /** Registers a session, and returns all sessions that have the record open, the longest first. Empty if Redis is not available. */
    async note(record: string, sessionId: string, { userId, editing }: Pick<Present, "userId" | "editing">): Promise<readonly Present[]> {
      const key = `cms:presence:${record}`;
      const seen = now().getTime();
      try {
        const stored = await redis.run((client) => client.hgetall(key));
        const entries = presentIn(stored, seen);
        const gone = Object.keys(stored).filter((session) => !entries.has(session));
        const own: Present = { userId, since: entries.get(sessionId)?.since ?? seen, seen, editing };
        await redis.run((client) => {
          const changes = client.multi().hset(key, sessionId, JSON.stringify(own)).pexpire(key, KEPT_MS);
          return (gone.length > 0 ? changes.hdel(key, ...gone) : changes).exec();
        });
        return [...entries.set(sessionId, own).values()].toSorted((a, b) => a.since - b.since);
      } catch (error) {
        if (error instanceof RedisAwayError) return [];
        throw error;
      }
    },
  };
}

function presentIn(stored: Readonly<Record<string, string>>, now: number): Map<string, Present> {
  const entries = Object.entries(stored).map(([session, text]): [string, Present] => [session, JSON.parse(text)]);
  return new Map(entries.filter(([, { seen }]) => seen > now - KEPT_MS));
}
