import { ActionIcon, Group, Menu, useComputedColorScheme } from "@mantine/core";
import { IconLanguage, IconMoon, IconSun, IconUser } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useKnownMe } from "../api/admin-config.ts";
import { PaletteButton } from "../palette/palette-button.tsx";
import { useSavePreferences } from "../account/use-save-preferences.ts";
import { useSignOut } from "../sign-in/use-sign-out.ts";
import { languageName, languages } from "../texts/texts.ts";
import { IconMenu } from "../elements/icon-menu.tsx";
import { lazyPart } from "../loading/lazy-part.tsx";

const SignOutDialog = lazyPart(async () => (await import("../sign-in/sign-out-dialog.tsx")).SignOutDialog);

export const HeaderTools = memo(function HeaderTools() {
  return (
    <Group gap="xs" wrap="nowrap">
      <PaletteButton />
      <LanguageMenu />
      <ColorSchemeSwitch />
      <AccountMenu />
    </Group>
  );
});

function ColorSchemeSwitch() {
  const { t } = useTranslation();
  const save = useSavePreferences();
  const isDark = useComputedColorScheme() === "dark";
  return (
    <ActionIcon
      variant="default"
      size="input-sm"
      aria-label={t(isDark ? "shell.toLight" : "shell.toDark")}
      onClick={() => save({ colorScheme: isDark ? "light" : "dark" })}
    >
      {isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </ActionIcon>
  );
}

function LanguageMenu() {
  const { t } = useTranslation();
  return (
    <IconMenu label={t("shell.language")} icon={IconLanguage}>
      <LanguageItems />
    </IconMenu>
  );
}

/** A component of its own, so that the names are computed only when the menu opens. */
function LanguageItems() {
  const { i18n } = useTranslation();
  const save = useSavePreferences();
  return languages.map((language) => (
    <Menu.Item key={language} lang={language} fw={language === i18n.language ? 700 : 400} onClick={() => save({ language })}>
      {languageName(language)}
    </Menu.Item>
  ));
}

function AccountMenu() {
  const { t } = useTranslation();
  const { user } = useKnownMe();
  const navigate = useNavigate();
  const { unsaved, ask, signOut, stay } = useSignOut();
  return (
    <>
      <IconMenu label={t("shell.account")} icon={IconUser}>
        <Menu.Label>{user?.email}</Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: "/account" })}>{t("shell.account")}</Menu.Item>
        <Menu.Item onClick={ask}>{t("signIn.signOut")}</Menu.Item>
      </IconMenu>
      {unsaved > 0 && <SignOutDialog count={unsaved} onSignOut={signOut} onStay={stay} />}
    </>
  );
}
