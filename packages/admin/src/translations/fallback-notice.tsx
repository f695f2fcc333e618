import { Alert, Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useKnownConfig, type AdminEntity } from "../api/admin-config.ts";
import { useComparedLocale, useLocaleNames } from "./locales.ts";
import { useTranslations } from "./use-translations.ts";

/** Says that a global has no content in this language, and which language visitors see instead. */
export function FallbackNotice({ entity, locale }: { readonly entity: AdminEntity; readonly locale: string }) {
  const { t } = useTranslation();
  const { defaultLocale } = useKnownConfig();
  const translations = useTranslations(entity, null);
  const [, compare] = useComparedLocale();
  const nameOf = useLocaleNames();
  if (locale === defaultLocale || !translations?.[defaultLocale]) return null;
  return (
    <Alert role="status">
      <Group justify="space-between">
        {t("translations.fallback", { language: nameOf(locale), source: nameOf(defaultLocale) })}
        <Button size="xs" variant="default" onClick={() => compare(defaultLocale)}>
          {t("translations.showBeside", { language: nameOf(defaultLocale) })}
        </Button>
      </Group>
    </Alert>
  );
}
