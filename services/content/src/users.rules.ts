export type UserRules = ReturnType<typeof createUserRules>;

/** Whether a write is about users, for whom the rules here hold. */
export const isUsers = (entity: string): boolean => entity === "_user";

/**
 * What holds for `_user` beyond permissions and beyond what the engine sees to itself (roles that exist, what is an
 * admin's alone, the last admin, the end of sessions and codes after a change of email).
 */
export function createUserRules({ revoke }: { revoke: () => Promise<void> }) {
  return {
    /** Makes every cached identity stale, everywhere, after a write that changed who somebody is. */
    async afterWrite(values: Readonly<Record<string, unknown>> | null): Promise<void> {
      if (values === null || "role" in values || "email" in values) await revoke();
    },
  };
}
