import { Button, Group } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useKnownConfig, type AdminEntity } from "../../api/admin-config.ts";
import type { Session } from "../draft/session.ts";
import { recordApi, type StoredRecord } from "../record-api.ts";

interface Given {
  readonly entity: AdminEntity;
  readonly record: StoredRecord;
  readonly session: Session;
}

/** The languages of a record: those that are there, and those that can be made. */
export function LocaleTabs({ entity, record, session }: Given) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { locales } = useKnownConfig();
  const nameOf = (locale: string) => new Intl.DisplayNames([i18n.language], { type: "language" }).of(locale) ?? locale;
  const translate = async (locale: string) => {
    let made: StoredRecord | null = null;
    await session.act(async () => {
      made = await recordApi(entity.name, record.id).translate(locale);
      return null;
    });
    const { id } = (made ?? {}) as Partial<StoredRecord>;
    if (id !== undefined) await navigate({ to: "/content/$entity/$id", params: { entity: entity.name, id } });
  };
  return (
    <Group component="nav" gap={4} aria-label={t("translations.label")}>
      {locales.map((locale) => {
        const id = locale === record.locale ? record.id : record._translations?.[locale]?.id;
        if (id !== undefined)
          return (
            <Button
              key={locale}
              size="compact-sm"
              variant={id === record.id ? "filled" : "default"}
              lang={i18n.language}
              renderRoot={(props) => (
                <Link
                  to="/content/$entity/$id"
                  params={{ entity: entity.name, id }}
                  aria-current={id === record.id ? "page" : undefined}
                  {...props}
                />
              )}
            >
              {nameOf(locale)}
            </Button>
          );
        if (!entity.can.create) return null;
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
      })}
    </Group>
  );
}
