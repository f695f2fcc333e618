import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useKnownConfig, type AdminEntity } from "../../api/admin-config.ts";
import { editingKey } from "../../drafts/session/editing-key.ts";
import { readForEditing } from "../../record-model/read-for-editing.ts";
import { PageParts } from "../../records/page-parts.tsx";
import { RecordFailure } from "../../records/record-failure.tsx";
import { NotFound } from "../../elements/not-found.tsx";
import { mediaEntitiesOf } from "../../api/admin-entities.ts";
import { AssetEditor } from "./asset-editor.tsx";

const route = getRouteApi("/shell/media/$kind/$id");

/** One asset: its preview, its fields and its usages. */
export function AssetPage() {
  const { kind, id } = route.useParams();
  const entity = mediaEntitiesOf(useKnownConfig()).find(({ name }) => name === `_${kind}`);
  return entity ? <StoredAsset key={id} entity={entity} id={id} /> : <NotFound />;
}

function StoredAsset({ entity, id }: { readonly entity: AdminEntity; readonly id: string }) {
  const { t } = useTranslation();
  const locator = { entity: entity.name, id };
  const { data, error, refetch } = useQuery({
    queryKey: editingKey(locator),
    queryFn: () => readForEditing(entity, locator),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
  });
  if (error && !data) return <RecordFailure entity={entity} locator={locator} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={400} aria-label={t("common.loading")} />;
  return (
    <PageParts>
      <AssetEditor entity={entity} asset={data} />
    </PageParts>
  );
}
