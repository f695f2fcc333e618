import { Stack, Text, Title, Group, NativeSelect, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useKnownMe } from "../api/admin-config.ts";
import { EmailForm } from "./email-form.tsx";
import { NameForm } from "./name-form.tsx";
import { Sessions } from "./sessions.tsx";
import { languageName, languages } from "../texts/texts.ts";
import { useSavePreferences } from "./use-save-preferences.ts";

const SCHEMES: readonly MantineColorScheme[] = ["auto", "light", "dark"];

/** Colours and language, stored in the user's settings. */
function Preferences() {
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

/** The caller's own account: what they may see and change. */
export function AccountPage() {
  const { t } = useTranslation();
  const { user, role } = useKnownMe();
  return (
    <Stack maw={720} gap="xl">
      <div>
        <Title order={1} size="h2">
          {t("shell.account")}
        </Title>
        <Text c="dimmed">
          {user?.email} · {role}
        </Text>
      </div>
      {user && <NameForm user={user} />}
      {user && <EmailForm />}
      <Preferences />
      <Sessions />
    </Stack>
  );
}
