import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig, useKnownMe, type AdminEntity } from "../api/admin-config.ts";
import type { AnyRecord } from "../api/client.ts";
import { errorSummary } from "../api/error-text.ts";
import { entityText } from "../api/admin-entities.ts";
import { passSession, storeCursor } from "../drafts/session/session-handover.ts";
import { KeptOffer } from "./kept-offer.tsx";
import { openNewSession } from "../drafts/session/open-session.ts";
import { takeNewValues } from "../drafts/session/new-values.ts";
import { hasDrafts } from "../record-model/read-for-editing.ts";
import { SaveStatus } from "../drafts/save-status.tsx";
import type { EditSession } from "../drafts/session/session.ts";
import { useStartedSession, useSessionState } from "../drafts/session/use-session.ts";
import { FormProvider } from "../form/form-context.tsx";
import { RecordForm } from "./record-form.tsx";

interface Props {
  readonly entity: AdminEntity;
  readonly isInDrawer?: boolean;
  /** Called when the first save has created the record; the session continues there. */
  readonly onCreated: (record: AnyRecord) => void;
  readonly onSession?: (session: EditSession) => void;
}

/** The form of a record that is not stored yet. */
export function NewRecordEditor({ entity, isInDrawer = false, onCreated, onSession }: Props) {
  const { t } = useTranslation();
  const config = useKnownConfig();
  const userId = useKnownMe().user?.id ?? "";
  const created = useRef(onCreated);
  created.current = onCreated;
  const [session] = useState(() => {
    const given = isInDrawer ? null : takeNewValues(entity.name);
    const opened: EditSession = openNewSession({ config, entity, userId }, given?.values ?? {}, (record) => {
      queueMicrotask(() => {
        passSession(record.id, opened);
        created.current(record);
      });
    });
    opened.keep();
    if (given) queueMicrotask(given.onTaken);
    return opened;
  });
  const state = useSessionState(session);
  const element = useRef<HTMLDivElement>(null);
  useStartedSession(session);
  useHotkeys([["mod+S", () => void session.save({ isAsked: true })]], [], true);
  useEffect(() => onSession?.(session), [onSession, session]);
  useLayoutEffect(() => () => storeCursor(session), [session]);
  useFirstFocus(element);
  return (
    <FormProvider
      form={session.form}
      entity={entity}
      recordId={null}
      wasLive={false}
      locale={entity.translatable ? config.defaultLocale : undefined}
    >
      <Stack ref={element}>
        <Group justify="space-between">
          <Title order={1} size="h2">
            {t("form.newOf", { name: entityText(entity, t) })}
          </Title>
          <Group>
            <SaveStatus state={state} />
            <Button onClick={() => void session.save({ isAsked: true })} loading={state.phase === "saving"}>
              {t(hasDrafts(entity) ? "draft.saveDraft" : "draft.create")}
            </Button>
          </Group>
        </Group>
        {state.error !== null && state.phase !== "failed" && (
          <Text c="var(--mantine-color-error)" role="alert">
            {errorSummary(state.error, t)}
          </Text>
        )}
        <KeptOffer session={session} />
        <RecordForm entity={entity} isNarrow={isInDrawer} />
      </Stack>
    </FormProvider>
  );
}

const WRITABLE = 'input:not([type="hidden"], [type="file"], [readonly]):enabled, textarea:not([readonly]), [contenteditable="true"]';
/** A field that can be written, or will be once its code has loaded. */
const FIELD = `[data-field]:has(${WRITABLE}, [data-waiting])`;

/** Gives the focus to a new form's first field as soon as that is there, unless somebody is at work in the form. */
export function useFirstFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const form = element.current;
    if (!form) return undefined;
    const isFocused = (): boolean => {
      const first = form.querySelector(FIELD)?.querySelector<HTMLElement>(WRITABLE);
      if (!first) return false;
      first.dataset["autofocus"] = ""; // a drawer's focus trap looks for it a moment later, and goes to its close button otherwise
      if (!form.contains(document.activeElement)) first.focus();
      return true;
    };
    if (isFocused()) return undefined;
    const observer = new MutationObserver(() => isFocused() && observer.disconnect());
    observer.observe(form, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [element]);
}
