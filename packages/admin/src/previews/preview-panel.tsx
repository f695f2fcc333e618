import { ActionIcon, Anchor, Button, CloseButton, CopyButton, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import { errorText } from "../api/error-text.ts";
import type { EditSession } from "../drafts/session/session.ts";
import { useSessionState } from "../drafts/session/use-session.ts";
import type { RecordLocator } from "../record-model/record-api.ts";
import { PreviewFrame } from "./preview-frame.tsx";
import { usePreviewLink } from "./use-preview-link.ts";
import { shownTime } from "../texts/formats.ts";
import { valueAt } from "../record-model/paths.ts";
import type { Values } from "../record-model/types.ts";

const WIDTHS_PX = { desktop: null, tablet: 768, phone: 390 } as const;
type Width = keyof typeof WIDTHS_PX;

interface Props {
  readonly session: EditSession;
  readonly entity: AdminEntity;
  readonly locator: RecordLocator;
  readonly onClose: () => void;
}

/** The draft as the website shows it, and a link to share it. */
export function PreviewPanel({ session, entity, locator, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const [width, setWidth] = useLocalStorage<Width>({
    key: "colophon.preview-width",
    defaultValue: "desktop",
    getInitialValueInEffect: false,
  });
  const { data, error, renew } = usePreviewLink(session, locator);
  const { record } = useSessionState(session);
  const url = data && data.url !== null ? previewAddress(data.url, entity.admin.preview, record) : null;
  return (
    <Stack component="section" aria-label={t("preview.title")} gap="xs" style={{ position: "sticky", top: 72 }}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t("preview.title")}
        </Title>
        <CloseButton aria-label={t("preview.close")} onClick={onClose} />
      </Group>
      {error && <Text role="alert">{errorText(error, t)}</Text>}
      {data && url === null && <Text>{t("preview.none")}</Text>}
      {data && url !== null && (
        <>
          <Group gap="xs">
            <SegmentedControl
              aria-label={t("preview.width")}
              size="xs"
              value={width}
              onChange={(next) => setWidth(next as Width)}
              data={Object.keys(WIDTHS_PX).map((value) => ({ value, label: t(`preview.widths.${value}`) }))}
            />
            <ActionIcon variant="default" aria-label={t("preview.renew")} onClick={() => void renew()}>
              <IconRefresh size={16} aria-hidden />
            </ActionIcon>
            <CopyButton value={new URL(url, location.href).href}>
              {({ copied, copy }) => (
                <Button variant="default" size="xs" onClick={copy}>
                  {t(copied ? "preview.copied" : "preview.copy")}
                </Button>
              )}
            </CopyButton>
            <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
              {t("preview.open")}
            </Anchor>
          </Group>
          <PreviewFrame key={data.expiresAt} session={session} url={url} widthPx={WIDTHS_PX[width]} />
          <Text size="sm" c="dimmed">
            {t("preview.text", { when: shownTime(data.expiresAt, i18n.language) })}
          </Text>
        </>
      )}
    </Stack>
  );
}

/**
 * The current preview URL of a record: the entity's pattern with the record's values, and the token of the given link.
 * The link itself if the pattern isn't known.
 */
export function previewAddress(link: string, pattern: unknown, record: Values | null): string {
  if (typeof pattern !== "string" || record === null) return link;
  const token = /[?&](preview=[^&#]*)/.exec(link)?.[1];
  if (token === undefined) return link;
  const filled = pattern.replaceAll(/\{([^{}]+)\}/g, (_, path: string) => encodeURIComponent(textOf(valueAt(record, path))));
  const [, before = filled, fragment = ""] = /^([^#]*)(#.*)?$/su.exec(filled) ?? [];
  return `${before}${before.includes("?") ? "&" : "?"}${token}${fragment}`;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
