import { Group, NativeSelect, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { languageName, languages } from "../texts/texts.ts";
import { useSavePreferences } from "./use-save-preferences.ts";

const SCHEMES: readonly MantineColorScheme[] = ["auto", "light", "dark"];

/** Colours and language, stored in the user's settings. */
export function Preferences() {
  const { t, i18n } = useTranslation();
  const { colorScheme } = useMantineColorScheme();
  const save = useSavePreferences();
  return (
    <Group align="end">
      <NativeSelect
        label={t("account.colors")}
        value={colorScheme}
        data={SCHEMES.map((value) => ({ value, label: t(`account.schemes.${value}`) }))}
        onChange={(event) => save({ colorScheme: event.currentTarget.value })}
      />
      <NativeSelect
        label={t("shell.language")}
        value={i18n.language}
        data={languages.map((value) => ({ value, label: languageName(value) }))}
        onChange={(event) => save({ language: event.currentTarget.value })}
      />
    </Group>
  );
}
