import type { Connection } from "./connection.ts";
import type { Json } from "./record-types.ts";
import type { WriteOptions } from "./write-types.ts";

const PATH = "/api/_me/settings";

/** Settings of a signed-in user, for user interfaces: at most 64 KB. API keys have no settings: 403. */
export interface Settings {
  /** At first an empty object. */
  get(): Promise<UserSettings>;
  /** Replaces the settings. */
  save(settings: UserSettings, options?: WriteOptions): Promise<UserSettings>;
}
export type UserSettings = { readonly [name: string]: Json };

export function createSettings({ data }: Connection): Settings {
  return {
    get: () => data(PATH),
    save: (body, { ifMatch } = {}) => data(PATH, { method: "PUT", body, headers: { "if-match": ifMatch } }),
  };
}
