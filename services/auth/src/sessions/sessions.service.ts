/** Sessions: their users, their extension, their end. */
import type { Session } from "@colophon/api";
import { hashOf } from "@colophon/runtime/credentials";
import { endSession, endSessions, extendSession, findSession, listSessions, type Database } from "@colophon/database";
import { toActiveSession, toTime, type ActiveSession } from "./session-user.ts";

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Reads, extends and ends sessions. The routes check the permission.
 *
 * @param confirmMinutes - how long after a sign-in or a confirmation sensitive changes are allowed; 0: always.
 */
export function createSessions({ db, confirmMinutes }: { db: Database; confirmMinutes: number }) {
  return {
    /** The session and its user's current data, or null if it has ended. */
    async find(id: string): Promise<ActiveSession | null> {
      const row = await findSession(db, id, confirmMinutes);
      return row ? toActiveSession(row) : null;
    },

    /** Extends the idle time of the session with this token. */
    async extend(id: string, token: string): Promise<ActiveSession | null> {
      const row = await extendSession(db, id, hashOf(token), confirmMinutes);
      return row ? toActiveSession(row) : null;
    },

    /** A user's valid sessions, newest first. */
    async list(userId: string, currentId: string): Promise<readonly Session[]> {
      const rows = await listSessions(db, userId);
      return rows.map((row) => ({
        id: row.id,
        createdAt: toTime(row.created_at),
        lastUsedAt: toTime(row.last_used_at),
        expiresAt: toTime(row.ends_at),
        userAgent: row.user_agent,
        ip: row.ip,
        current: row.id === currentId,
      }));
    },

    /** Ends one session of a user. @returns whether there was one. */
    end: (id: string, userId: string): Promise<boolean> => db.attributed(() => endSession(db, id, userId)),

    /** Ends every session of a user. */
    endAll: (userId: string): Promise<void> => db.attributed(() => endSessions(db, userId)),
  };
}
