import { Alert, Grid, Skeleton, Stack } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { memo, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig, useKnownMe, type AdminEntity } from "../api/admin-config.ts";
import { isAmong, onChanges } from "../events/changes.ts";
import { ConflictDialog } from "../drafts/conflict-dialog.tsx";
import { exceptEditing, editingKey } from "../drafts/session/editing-key.ts";
import { passedSession, restoreCursor } from "../drafts/session/session-handover.ts";
import { KeptOffer } from "./kept-offer.tsx";
import { openSession, storedFields, wasLive } from "../drafts/session/open-session.ts";
import { takeRead, takeStored } from "./early/early-read.ts";
import { hasDrafts } from "../record-model/read-for-editing.ts";
import type { EditSession } from "../drafts/session/session.ts";
import { useStartedSession, useSessionState } from "../drafts/session/use-session.ts";
import { FormProvider } from "../form/form-context.tsx";
import { RecordFailure } from "./record-failure.tsx";
import { RecordForm } from "./record-form.tsx";
import { RecordHeader } from "./record-header.tsx";
import { useFocusedField } from "../presence/use-focused-field.ts";
import { usePreviewOpen } from "../previews/use-preview-open.ts";
import type { RecordLocator, StoredRecord } from "../record-model/record-api.ts";
import { ComparisonProvider } from "../translations/comparison.tsx";
import { lazyPart } from "../loading/lazy-part.tsx";

const PreviewPanel = lazyPart(async () => (await import("../previews/preview-panel.tsx")).PreviewPanel, <Skeleton height={400} />);

interface Props {
  readonly entity: AdminEntity;
  readonly locator: RecordLocator;
  readonly isInDrawer?: boolean;
  /** Called with the session when it is ready. */
  readonly onSession?: (session: EditSession) => void;
}

/** The form of a stored record. */
export const RecordEditor = memo(function RecordEditor(given: Props) {
  const { entity, locator } = given;
  const { t } = useTranslation();
  const [begun] = useState(() => (locator.id === null ? undefined : passedSession(locator.id)));
  const [early] = useState(() => (begun ? undefined : takeStored(locator)));
  const { data, error, refetch } = useQuery<StoredRecord | null>({
    queryKey: editingKey(locator),
    queryFn: () => takeRead(entity, locator),
    enabled: begun === undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: early === undefined ? "always" : false,
    ...(early !== undefined && { initialData: early }),
  });
  if (error && data === undefined)
    return <RecordFailure entity={entity} locator={locator} error={error} isInDrawer={given.isInDrawer} onRetry={() => void refetch()} />;
  if (!begun && data === undefined) return <Skeleton height={400} aria-label={t("common.loading")} />;
  return <Loaded {...given} begun={begun} stored={data ?? null} />;
});

function Loaded({
  entity,
  locator,
  isInDrawer = false,
  onSession,
  begun,
  stored,
}: Props & { readonly begun: EditSession | undefined; readonly stored: StoredRecord | null }) {
  const { t } = useTranslation();
  const { id } = locator;
  const config = useKnownConfig();
  const userId = useKnownMe().user?.id ?? "";
  const [session] = useState(() => begun ?? openSession({ config, entity, userId }, locator, stored));
  const state = useSessionState(session);
  const element = useRef<HTMLDivElement>(null);
  const { focused, noteFocus } = useFocusedField();
  const isLive = wasLive(entity, state.record);
  const isWritable = state.record?._can?.update;
  const preview = usePreviewOpen();
  useStartedSession(session);
  useFollowing(session, locator);
  useFreshLists(entity.name);
  useHotkeys([["mod+S", () => void session.save({ isAsked: true })]], [], true);
  useEffect(() => onSession?.(session), [onSession, session]);
  useEffect(() => {
    const { record } = session.state();
    if (record) session.form.setFields(storedFields({ config, entity }, record), record);
  }, [config, entity, isLive, isWritable, session]);
  useLayoutEffect(() => {
    if (id !== null && element.current) restoreCursor(id, element.current);
  }, [id]);
  const locale = locator.locale ?? state.record?.locale;
  const isPreviewed = preview.isOpen && !isInDrawer && hasDrafts(entity);
  return (
    <FormProvider form={session.form} entity={entity} recordId={id} wasLive={isLive} locale={locale}>
      <Stack ref={element} onFocus={noteFocus}>
        <RecordHeader {...{ session, entity, locator, focused, isInDrawer, preview }} />
        <KeptOffer session={session} />
        {state.others && (
          <Alert withCloseButton closeButtonLabel={t("common.close")} onClose={session.clearOthers} role="status">
            {t(`draft.others.${state.others}`)}
          </Alert>
        )}
        <BesideForm
          panel={
            isPreviewed && state.record && <PreviewPanel session={session} entity={entity} locator={locator} onClose={preview.toggle} />
          }
        >
          <ComparisonProvider entity={entity} record={state.record} locale={locale}>
            <RecordForm entity={entity} isNarrow={isInDrawer || isPreviewed} />
          </ComparisonProvider>
        </BesideForm>
        {state.conflict && <ConflictDialog session={session} conflict={state.conflict} />}
      </Stack>
    </FormProvider>
  );
}

/** What others save while the form is open is shown in it. */
function useFollowing(session: EditSession, { entity, id }: RecordLocator): void {
  useEffect(
    () =>
      onChanges(async (changes) => {
        if (isAmong(changes, { entity, id })) await session.follow();
      }),
    [session, entity, id],
  );
}

/** Lists are refetched after the form is closed. */
function useFreshLists(entity: string): void {
  const queries = useQueryClient();
  useEffect(() => () => void queries.invalidateQueries(exceptEditing(entity)), [queries, entity]);
}

/** The form with a panel beside it, or above it on narrow screens. */
function BesideForm({ panel, children }: { readonly panel: ReactNode; readonly children: ReactNode }) {
  return (
    <Grid gap="xl">
      {panel && (
        <Grid.Col span={{ base: 12, lg: 6 }} order={{ base: 1, lg: 2 }}>
          {panel}
        </Grid.Col>
      )}
      <Grid.Col span={panel ? { base: 12, lg: 6 } : 12} order={{ base: 2, lg: 1 }}>
        {children}
      </Grid.Col>
    </Grid>
  );
}
