import { useMantineColorScheme } from "@mantine/core";
import { useCallback } from "react";
import { changeSettings } from "../api/change-settings.ts";
import { client } from "../api/client.ts";
import { meQuery } from "../api/me.ts";
import { queries } from "../api/queries.ts";
import { rememberViews } from "../lists/views/use-saved-views.ts";
import { speak } from "../texts/texts.ts";
import { preferencesIn, type Preferences } from "./preferences-in.ts";

/** Puts preferences to work. */
function useApply(): (preferences: Preferences) => Promise<void> {
  const { setColorScheme } = useMantineColorScheme();
  return useCallback(
    async ({ colorScheme, language }: Preferences) => {
      if (colorScheme !== undefined) setColorScheme(colorScheme);
      if (language !== undefined) await speak(language);
    },
    [setColorScheme],
  );
}

/** Puts preferences to work and keeps them at the service, beside whatever other settings are there. */
export function useSavePreferences(): (changed: Readonly<Record<string, string>>) => void {
  const apply = useApply();
  return (changed) =>
    void (async () => {
      await apply(preferencesIn(changed));
      await changeSettings((before) => ({ ...before, ...changed }));
    })().catch(() => undefined); // this browser has them
}

/** What was kept, put to work, and the views of lists taken along: after a sign-in. */
export function useLoadPreferences(): () => Promise<void> {
  const apply = useApply();
  return () =>
    client.settings
      .get()
      .then(async (kept) => {
        await apply(preferencesIn(kept));
        const { user } = await queries.ensureQueryData(meQuery);
        if (user) rememberViews(user.id, kept);
      })
      .catch(() => undefined);
}
