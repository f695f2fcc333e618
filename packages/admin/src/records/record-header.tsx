import { Alert, Button, Group, Stack, Title } from "@mantine/core";
import { ColophonError } from "@colophon/client";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { labelOf, type AdminEntity } from "../api/admin-config.ts";
import { errorText } from "../api/error-text.ts";
import { titleOf } from "../api/summary.ts";
import { Presence } from "./draft/presence.tsx";
import { SaveStatus } from "./draft/save-status.tsx";
import { StatusBadge } from "./draft/status-badge.tsx";
import { hasDrafts } from "./draft/open-session.ts";
import type { Session } from "./draft/session.ts";
import { useActions } from "./draft/use-actions.ts";
import { useSessionState } from "./draft/use-session.ts";
import { useFormState } from "./form-context.tsx";
import { RecordMenu } from "./record-menu.tsx";
import { LocaleTabs } from "./translations/locale-tabs.tsx";

interface Given {
  readonly session: Session;
  readonly entity: AdminEntity;
  readonly id: string | null;
  readonly editing: RefObject<string | null>;
  readonly isInDrawer: boolean;
}

/** What the record is, how far it is, and what can be done with it. */
export function RecordHeader({ session, entity, id, editing, isInDrawer }: Given) {
  const { t } = useTranslation();
  const state = useSessionState(session);
  const actions = useActions(session, entity, id);
  const title = useFormState(({ values }) => (id === null ? labelOf(entity) : titleOf(entity, { ...state.record, ...values, id })));
  const { record, error, isBusy } = state;
  const can = record?._can ?? entity.can;
  const isDrafts = hasDrafts(entity);
  const isOutdated = error instanceof ColophonError && error.status === 409 && isDrafts;
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0}>
          <Title order={isInDrawer ? 2 : 1} size="h2" style={{ overflowWrap: "anywhere" }}>
            {title}
          </Title>
          <Group gap="sm">
            {isDrafts && record && <StatusBadge entity={entity.name} id={id} record={record} />}
            <SaveStatus state={state} />
          </Group>
        </Stack>
        <Group gap="xs">
          {id !== null && <Presence entity={entity.name} id={id} editing={editing} />}
          {!isDrafts && can.update && (
            <Button onClick={() => void session.save()} loading={state.phase === "saving"} disabled={state.phase === "saved"}>
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
          <RecordMenu session={session} entity={entity} id={id} actions={actions} isInDrawer={isInDrawer} />
        </Group>
      </Group>
      {error !== null && state.phase !== "failed" && (
        <Alert color="red" role="alert" withCloseButton closeButtonLabel={t("common.close")} onClose={session.clearError}>
          <Group>
            {isOutdated ? t("draft.outdated") : errorText(error, t)}
            {isOutdated && (
              <Button size="xs" onClick={() => void actions.publish(true)}>
                {t("draft.publishAnyway")}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {!isInDrawer && entity.translatable && !entity.global && record && <LocaleTabs entity={entity} record={record} session={session} />}
    </Stack>
  );
}
