/** `cms.user_settings`: settings that a user's interfaces store. */
import type { Database } from "../../database.ts";

export interface UserSettings {
  /** Incremented by each change; 0 before the first. */
  readonly version: number;
  /** JSON text, as it was sent. */
  readonly settings: string;
}

const FIND = { name: "user-settings-find", text: "select version, settings from cms.user_settings where user_id = $1" };
/** With an expected version, only that one is changed; 0 and below mean that there are no settings. */
const SAVE = {
  name: "user-settings-save",
  text: `insert into cms.user_settings as s (user_id, settings) select $1, $2
    where $3::int is null or $3 <= 0 or exists (select from cms.user_settings where user_id = $1)
    on conflict (user_id) do update set version = s.version + 1, settings = excluded.settings, updated_at = now()
    where $3::int is null or s.version = $3 returning version, settings`,
};
const NOTHING: UserSettings = { version: 0, settings: "{}" };

export type UserSettingsTable = ReturnType<typeof createUserSettingsTable>;

export function createUserSettingsTable({ one }: Pick<Database, "one">) {
  return {
    find: async (userId: string): Promise<UserSettings> => (await one<UserSettings & Record<string, unknown>>(FIND, [userId])) ?? NOTHING,

    /** @returns null if the expected version doesn't exist */
    save: (userId: string, settings: string, expectedVersion: number | null): Promise<UserSettings | null> =>
      one<UserSettings & Record<string, unknown>>(SAVE, [userId, settings, expectedVersion]),
  };
}
