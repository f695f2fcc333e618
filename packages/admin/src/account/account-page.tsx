import { Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useKnownMe } from "../api/me.ts";
import { EmailForm } from "./email-form.tsx";
import { NameForm } from "./name-form.tsx";
import { Preferences } from "./preferences.tsx";
import { Sessions } from "./sessions.tsx";

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
