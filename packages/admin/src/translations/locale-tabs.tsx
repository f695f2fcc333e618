import { Badge, Button, Group, NativeSelect } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useKnownConfig, type AdminEntity } from "../api/admin-config.ts";
import type { EditSession } from "../drafts/session/session.ts";
import { recordApi, type RecordLocator, type StoredRecord } from "../record-model/record-api.ts";
import { useComparedLocale, useLocaleNames } from "./locales.ts";
import { isOlder, useTranslations } from "./use-translations.ts";

interface Props {
  readonly entity: AdminEntity;
  /** Null for a global without content in this language. */
  readonly record: StoredRecord | null;
  readonly locale: string;
  readonly session: EditSession;
}

/** The languages of a record: existing ones, outdated ones, and those that can be created. */
export function LocaleTabs({ entity, record, locale: own, session }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { locales, defaultLocale } = useKnownConfig();
  const translations = useTranslations(entity, record) ?? {};
  const [compared, compare] = useComparedLocale();
  const nameOf = useLocaleNames();
  const translate = async (locale: string) => {
    let made: StoredRecord | null = null;
    await session.act(async () => {
      made = await recordApi(entity.name, record?.id ?? null).translate(locale);
      return null;
    });
    const { id } = (made ?? {}) as Partial<StoredRecord>;
    if (id === undefined) return;
    compare(own);
    await navigate({ to: "/content/$entity/$id", params: { entity: entity.name, id } });
  };
  const placeOf = (locale: string): RecordLocator | undefined =>
    entity.global
      ? { entity: entity.name, id: null, locale }
      : (translations[locale]?.locator ?? placeIn(entity, locale === own ? record?.id : record?._translations?.[locale]?.id));
  const others = locales.filter((locale) => locale !== own && translations[locale] !== undefined);
  return (
    <Group justify="space-between" align="end">
      <Group component="nav" gap={4} aria-label={t("translations.label")}>
        {locales.map((locale) => {
          const locator = placeOf(locale);
          if (!locator && !entity.can.create) return null;
          if (!locator)
            return (
              <Button
                key={locale}
                size="compact-sm"
                variant="subtle"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => void translate(locale)}
              >
                {t("translations.create", { name: nameOf(locale) })}
              </Button>
            );
          const mark = entity.global && !translations[locale] ? "missing" : isOlder(translations, locale, defaultLocale) ? "older" : null;
          return (
            <Button
              key={locale}
              size="compact-sm"
              variant={locale === own ? "filled" : "default"}
              rightSection={mark && <Badge size="xs" variant="default" tt="none" children={t(`translations.${mark}`)} />}
              renderRoot={(props) => <LocaleLink locator={locator} isOpen={locale === own} {...props} />}
            >
              {nameOf(locale)}
            </Button>
          );
        })}
      </Group>
      {others.length > 0 && (
        <NativeSelect
          size="xs"
          label={t("translations.beside")}
          value={others.includes(compared) ? compared : ""}
          onChange={(event) => compare(event.currentTarget.value)}
          data={[{ value: "", label: t("translations.nothing") }, ...others.map((value) => ({ value, label: nameOf(value) }))]}
        />
      )}
    </Group>
  );
}

function placeIn({ name }: AdminEntity, id: string | undefined): RecordLocator | undefined {
  return id === undefined ? undefined : { entity: name, id };
}

function LocaleLink({ locator: { entity, id, locale }, isOpen, ...props }: { readonly locator: RecordLocator; readonly isOpen: boolean }) {
  const shared = { ...props, "aria-current": isOpen ? ("page" as const) : undefined };
  return id === null ? (
    <Link to="/globals/$entity" params={{ entity }} search={locale === undefined ? {} : { locale }} {...shared} />
  ) : (
    <Link to="/content/$entity/$id" params={{ entity, id }} {...shared} />
  );
}
