import { Grid, Stack, Text, Title } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig, useKnownMe, type AdminEntity } from "../../api/admin-config.ts";
import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import { exceptEditing } from "../../drafts/session/editing-key.ts";
import { KeptOffer } from "../../records/kept-offer.tsx";
import { LeaveGuard } from "../../drafts/leave-guard.tsx";
import { openSession } from "../../drafts/session/open-session.ts";
import { useStartedSession, useSessionState } from "../../drafts/session/use-session.ts";
import { FieldList } from "../../fields/field-list.tsx";
import { FormProvider } from "../../form/form-context.tsx";
import type { FormField } from "../../record-model/types.ts";
import type { StoredRecord } from "../../record-model/record-api.ts";
import { isRaster } from "../../api/api-url.ts";
import { UsageList } from "../../usages/usage-list.tsx";
import { AssetHeader } from "./asset-header.tsx";
import { AssetPreview } from "./asset-preview.tsx";
import { FocalPoint } from "./focal-point.tsx";
import type { AnyRecord } from "../../api/client.ts";
import { shownTime } from "../../texts/formats.ts";
import { factsOf } from "../../media/facts.ts";

const FOCUS = ["focalX", "focalY"];

/** The editable fields of an asset, with its preview. */
export function AssetEditor({ entity, asset }: { readonly entity: AdminEntity; readonly asset: StoredRecord }) {
  const { t } = useTranslation();
  const config = useKnownConfig();
  const queries = useQueryClient();
  const userId = useKnownMe().user?.id ?? "";
  const [session] = useState(() => openSession({ config, entity, userId }, { entity: entity.name, id: asset.id }, asset));
  const { conflict, record } = useSessionState(session);
  useStartedSession(session);
  useHotkeys([["mod+S", () => void session.save({ isAsked: true })]], [], true);
  useEffect(() => () => void queries.invalidateQueries(exceptEditing(entity.name)), [queries, entity.name]);

  const { fields } = session.form.state();
  const metadataFields = fields
    .filter(({ definition: { name }, isReadOnly }) => !isReadOnly && !FOCUS.includes(name))
    .map((field): FormField => ({ ...field, definition: { ...field.definition, title: t(`media.${field.definition.name}`) } }));
  const stored = record ?? asset;
  return (
    <FormProvider form={session.form} entity={entity} recordId={asset.id} wasLive>
      <Stack>
        <AssetHeader session={session} entity={entity} asset={stored} />
        <KeptOffer session={session} />
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 8 }}>
            {isRaster(stored) && fields.some(({ definition: { name } }) => name === "focalX") ? (
              <FocalPoint asset={stored} />
            ) : (
              <AssetPreview asset={stored} />
            )}
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Stack gap="lg">
              <FieldList fields={metadataFields} siblings={entity.fields} within="" />
              <Facts asset={stored} />
              <UsageList entity={entity.name} id={asset.id} />
            </Stack>
          </Grid.Col>
        </Grid>
        {conflict && <ConflictDialog session={session} conflict={conflict} />}
      </Stack>
      <LeaveGuard session={session} isAutomatic={false} />
    </FormProvider>
  );
}

/** Information about the file. */
function Facts({ asset }: { readonly asset: AnyRecord }) {
  const { t, i18n } = useTranslation();
  const { createdAt, _createdBy: owner } = asset;
  const by = (owner as { readonly name?: string | null } | null | undefined)?.name;
  const date = createdAt ? shownTime(String(createdAt), i18n.language) : null;
  const lines = [
    ...factsOf(asset, i18n.language),
    ...(date ? [by ? t("media.uploadedBy", { date, by }) : t("media.uploadedAt", { date })] : []),
  ];
  return (
    <Stack gap="xs" component="section" aria-labelledby="facts">
      <Title order={2} size="h4" id="facts">
        {t("media.facts")}
      </Title>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </Stack>
  );
}
