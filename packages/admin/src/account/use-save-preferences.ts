import { useMantineColorScheme } from "@mantine/core";
import { useCallback } from "react";
import { adminConfigQuery } from "../api/admin-config.ts";
import { changeSettings } from "../api/change-settings.ts";
import { client } from "../api/client.ts";
import { queries } from "../api/queries.ts";
import { rememberViews } from "../lists/views/use-saved-views.ts";
import { languages, setLanguage } from "../texts/texts.ts";

interface Preferences {
  readonly colorScheme?: "auto" | "light" | "dark";
  readonly language?: string;
}

/** The user's settings that the page can apply. */
function preferencesIn({ colorScheme, language }: Readonly<Record<string, unknown>>): Preferences {
  const isScheme = colorScheme === "auto" || colorScheme === "light" || colorScheme === "dark";
  const isLanguage = typeof language === "string" && languages.includes(language);
  return { ...(isScheme && { colorScheme }), ...(isLanguage && { language }) };
}

function useApply(): (preferences: Preferences) => Promise<void> {
  const { setColorScheme } = useMantineColorScheme();
  return useCallback(
    async ({ colorScheme, language }: Preferences) => {
      if (colorScheme !== undefined) setColorScheme(colorScheme);
      if (language !== undefined) await setLanguage(language);
    },
    [setColorScheme],
  );
}

/** Applies preferences and stores them in the user's settings, next to the other settings. */
export function useSavePreferences(): (changed: Readonly<Record<string, string>>) => void {
  const apply = useApply();
  return (changed) =>
    void (async () => {
      await apply(preferencesIn(changed));
      await changeSettings((before) => ({ ...before, ...changed }));
    })().catch(() => undefined); // they are applied in this browser anyway
}

/** After a sign-in: applies the stored preferences and caches the saved views. */
export function useLoadPreferences(): () => Promise<void> {
  const apply = useApply();
  return () =>
    client.settings
      .get()
      .then(async (kept) => {
        await apply(preferencesIn(kept));
        const { caller } = await queries.ensureQueryData(adminConfigQuery);
        if (caller.user) rememberViews(caller.user.id, kept);
      })
      .catch(() => undefined);
}
