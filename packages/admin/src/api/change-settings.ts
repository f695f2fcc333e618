import { ColophonError, etagOf } from "@colophon/client";
import { client } from "./client.ts";

type UserSettings = Awaited<ReturnType<typeof client.settings.get>>;

const MAX_TRIES = 5;

/** Changes the caller's settings on the server. They are read first, so that changes of another tab are not lost. */
export async function changeSettings(change: (settings: UserSettings) => UserSettings, tries = MAX_TRIES): Promise<UserSettings> {
  const before = await client.settings.get();
  try {
    return await client.settings.save(change(before), { ifMatch: etagOf(before) });
  } catch (error) {
    if (tries > 1 && error instanceof ColophonError && error.status === 412) return changeSettings(change, tries - 1);
    throw error;
  }
}
