import type { Actor, Schema, WriteData } from "@colophon/engine";
import { AppError, invalid } from "@colophon/errors";

export type UserRules = ReturnType<typeof createUserRules>;

/** Whether a write is about users, for whom the rules here hold. */
export const isUsers = (entity: string): boolean => entity === "_user";

/**
 * What holds for `_user` beyond permissions and beyond what the engine's statements see to themselves
 * (which fields are an admin's alone, the last admin, the end of sessions and codes after a change of email).
 */
export function createUserRules({ schema, revoke }: { schema: Schema; revoke: () => Promise<void> }) {
  const roles = [...schema.roles.keys()];

  return {
    /** @throws FORBIDDEN: whatever their permissions say, only admins create and delete users. */
    requireAdmin(actor: Actor): void {
      const isAdmin = actor.kind === "system" || schema.roles.get(actor.role)?.isAdmin;
      if (!isAdmin) throw new AppError("FORBIDDEN", "Only an admin may do this with users");
    },

    /** The data with a new user's name filled in. @throws VALIDATION_ERROR for a role that is not configured. */
    complete(data: WriteData, isNew: boolean): WriteData {
      const { role, name, email } = data.values;
      if (typeof role === "string" && !schema.roles.has(role)) {
        throw invalid([{ field: "role", message: `must be one of ${roles.join(", ")}` }], "Some fields are not valid");
      }
      if (!isNew || name || typeof email !== "string") return data;
      return { ...data, values: { ...data.values, name: email.split("@")[0] ?? email } };
    },

    /** Makes every cached identity stale, everywhere, after a write that changed who somebody is. */
    async afterWrite(values: Readonly<Record<string, unknown>> | null): Promise<void> {
      if (values === null || "role" in values || "email" in values) await revoke();
    },
  };
}
