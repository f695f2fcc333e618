import { etagOf } from "@colophon/client";
import { useMantineColorScheme } from "@mantine/core";
import { useCallback } from "react";
import { client } from "../api/client.ts";
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
      const before = await client.settings.get();
      await client.settings.save({ ...before, ...changed }, { ifMatch: etagOf(before) });
    })().catch(() => undefined); // this browser has them
}

/** What was kept, put to work: after a sign-in. */
export function useLoadPreferences(): () => Promise<void> {
  const apply = useApply();
  return () =>
    client.settings
      .get()
      .then((kept) => apply(preferencesIn(kept)))
      .catch(() => undefined);
}
