import { Group, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig, type AdminEntity } from "../api/admin-config.ts";
import { Failure } from "../shell/failure.tsx";
import { NotFound } from "../shell/not-found.tsx";
import { entityText } from "../api/admin-entities.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { CreateButton } from "./create-button.tsx";
import { EmptyList } from "./empty-list.tsx";
import { ListTable } from "./list-table.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { Paging } from "./paging.tsx";
import { TrashLink } from "../trash/trash-link.tsx";
import { listPageQuery } from "./list-page-query.ts";
import type { ListSearch } from "./list-query.ts";
import { DefaultView } from "./views/default-view.tsx";
import { useSelection } from "./bulk/use-selection.ts";

const route = getRouteApi("/shell/content/$entity");

export function ListPage() {
  const { entity: name } = route.useParams();
  const entity = entityNamed(useKnownConfig(), name);
  return entity && !entity.global ? <EntityList key={name} entity={entity} /> : <NotFound />;
}

function EntityList({ entity }: { readonly entity: AdminEntity }) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const { data: page, error, isPlaceholderData, refetch } = useList(entity, search);
  const selection = useSelection(page?.data);
  return (
    <Stack gap="md">
      <DefaultView entity={entity.name} />
      <Group justify="space-between">
        <div>
          <Title order={1} size="h2">
            {entityText(entity, t)}
          </Title>
          {entity.description !== null && <Text c="dimmed">{entity.description}</Text>}
        </div>
        <Group gap="xs">
          <CreateButton entity={entity} />
          <TrashLink entity={entity} />
        </Group>
      </Group>
      <ListToolbar entity={entity} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {selection.records.length > 0 && <BulkBar entity={entity} selection={selection} />}
      {page && page.data.length === 0 && <EmptyList entity={entity} />}
      {page && page.data.length > 0 && (
        <>
          <ListTable entity={entity} records={page.data} selection={selection} isOld={isPlaceholderData} />
          <Paging meta={page.meta} />
        </>
      )}
    </Stack>
  );
}

/** One page of an entity's list; the previous page stays visible while the next one loads. */
function useList(entity: AdminEntity, search: ListSearch) {
  return useQuery({ ...listPageQuery(useKnownConfig(), entity, search), placeholderData: keepPreviousData });
}
