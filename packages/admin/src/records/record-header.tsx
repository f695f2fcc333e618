import { Alert, Button, Group, Stack, Title } from "@mantine/core";
import { ColophonError } from "@colophon/client";
import { useTranslation } from "react-i18next";
import { type AdminEntity, labelOf } from "../api/admin-config.ts";
import { errorSummary } from "../api/error-text.ts";
import { DeletedOffer } from "../drafts/deleted-offer.tsx";
import { Presence } from "../presence/presence.tsx";
import type { FocusedField } from "../presence/use-focused-field.ts";
import { isMissing } from "../drafts/session/save-failures.ts";
import { SaveStatus } from "../drafts/save-status.tsx";
import { StatusBadge } from "../drafts/status-badge.tsx";
import { hasDrafts } from "../record-model/read-for-editing.ts";
import type { EditSession } from "../drafts/session/session.ts";
import { useActions } from "../drafts/use-actions.ts";
import { useSessionState } from "../drafts/session/use-session.ts";
import { RecordMenu } from "./record-menu.tsx";
import type { PreviewOpen } from "../previews/use-preview-open.ts";
import type { RecordLocator, StoredRecord } from "../record-model/record-api.ts";
import { FallbackNotice } from "../translations/fallback-notice.tsx";
import { LocaleTabs } from "../translations/locale-tabs.tsx";
import { titleOf } from "../api/summary.ts";
import { useFormState } from "../form/form-context.tsx";

interface Props {
  readonly session: EditSession;
  readonly entity: AdminEntity;
  readonly locator: RecordLocator;
  readonly focused: FocusedField;
  readonly isInDrawer: boolean;
  readonly preview: PreviewOpen;
}

/** Title, status and actions of a record. */
export function RecordHeader({ session, entity, locator, focused, isInDrawer, preview }: Props) {
  const { t } = useTranslation();
  const { id } = locator;
  const state = useSessionState(session);
  const actions = useActions(session, entity, locator);
  const { record, error, isBusy } = state;
  const can = record?._can ?? entity.can;
  const isDrafts = hasDrafts(entity);
  const locale = locator.locale ?? record?.locale;
  const isOutdated = error instanceof ColophonError && error.status === 409 && isDrafts;
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0}>
          <RecordTitle {...{ entity, id, record, isInDrawer }} />
          <Group gap="sm">
            {isDrafts && record && <StatusBadge locator={locator} record={record} />}
            <SaveStatus state={state} />
          </Group>
        </Stack>
        <Group gap="xs">
          {id !== null && <Presence entity={entity.name} id={id} focused={focused} />}
          {!isDrafts && can.update && (
            <Button
              onClick={() => void session.save({ isAsked: true })}
              loading={state.phase === "saving"}
              disabled={state.phase === "saved"}
            >
              {t("draft.save")}
            </Button>
          )}
          {isDrafts && can.publish && (
            <Button
              onClick={() => void actions.publish()}
              loading={isBusy}
              disabled={record?._status === "published" && state.phase === "saved"}
            >
              {t("draft.publish")}
            </Button>
          )}
          <RecordMenu {...{ session, entity, locator, actions, isInDrawer, preview }} />
        </Group>
      </Group>
      {error !== null && state.phase !== "failed" && (
        <Alert color="red" role="alert" withCloseButton closeButtonLabel={t("common.close")} onClose={session.clearError}>
          <Group>
            {isOutdated ? t("draft.outdated") : errorSummary(error, t)}
            {isOutdated && (
              <Button size="xs" onClick={() => void actions.publish(true)}>
                {t("draft.publishAnyway")}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {state.phase === "failed" && isMissing(error) && (
        <DeletedOffer
          {...{ entity, isInDrawer }}
          changes={session.form.changes()}
          values={session.form.state().values}
          onTaken={session.drop}
        />
      )}
      {!isInDrawer && entity.translatable && locale !== undefined && <LocaleTabs {...{ entity, record, locale, session }} />}
      {entity.global && locale !== undefined && record === null && <FallbackNotice {...{ entity, locale }} />}
    </Stack>
  );
}

interface TitleProps {
  readonly entity: AdminEntity;
  /** Null for a global. */
  readonly id: string | null;
  readonly record: StoredRecord | null;
  readonly isInDrawer: boolean;
}

/** The record's title, as edited in the form. A component of its own, because it renders with each key press. */
function RecordTitle({ entity, id, record, isInDrawer }: TitleProps) {
  const title = useFormState(({ values }) => (id === null ? labelOf(entity) : titleOf(entity, { ...record, ...values, id })));
  return (
    <Title order={isInDrawer ? 2 : 1} size="h2" dir="auto" style={{ overflowWrap: "anywhere" }}>
      {title}
    </Title>
  );
}
