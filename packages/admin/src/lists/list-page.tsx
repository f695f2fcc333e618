import { Group, Stack, Text, Title, Button, Paper } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig, type AdminEntity } from "../api/admin-config.ts";
import { Failure } from "../elements/failure.tsx";
import { NotFound } from "../elements/not-found.tsx";
import { entityText } from "../api/admin-entities.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { ListTable } from "./list-table.tsx";
import { Paging } from "./paging.tsx";
import { TrashLink } from "../trash/trash-link.tsx";
import { listPageQuery } from "./list-page-query.ts";
import type { ListSearch } from "../list-model/list-query.ts";
import { useSelection } from "../selection/use-selection.ts";
import { useHotkeys } from "@mantine/hooks";
import { useListSearch } from "./use-list-search.ts";
import { memo, useEffect, useRef } from "react";
import { FilterBar } from "./filters/filter-bar.tsx";
import { ListSearchField } from "./list-search-field.tsx";
import { ColumnMenu } from "./views/column-menu.tsx";
import { ViewMenu } from "./views/view-menu.tsx";
import { ViewSelect } from "./views/view-select.tsx";
import { searchOf } from "./views/saved-views.ts";
import { useSavedViews } from "./views/use-saved-views.ts";

/** Search, views, filters and columns; memoised, because it does not depend on rows and selection. */
const ListToolbar = memo(function ListToolbar({ entity }: { readonly entity: AdminEntity }) {
  return (
    <Group gap="sm" align="end">
      <ListSearchField entity={entity} />
      <ViewSelect entity={entity} />
      <FilterBar entity={entity} />
      <ColumnMenu entity={entity} />
      <ViewMenu entity={entity} />
    </Group>
  );
});

/** Parameters that do not filter the list. */
const NOT_FILTERS: ReadonlySet<string> = new Set(["sort", "columns", "saved"]);

/** Shown instead of a list without rows. */
function EmptyList({ entity }: { readonly entity: AdminEntity }) {
  const { t } = useTranslation();
  const { search, setSearch } = useListSearch();
  const isFiltered = Object.keys(search).some((name) => !NOT_FILTERS.has(name));
  const text = isFiltered ? "list.nothingFound" : entity.can.create ? "list.createFirst" : "list.empty";
  return (
    <Paper withBorder p="xl">
      <Stack align="center">
        <Text>{t(text, { entity: entityText(entity, t) })}</Text>
        {isFiltered && (
          <Button variant="default" onClick={() => setSearch({})}>
            {t("list.showAll")}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

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

/** Links to the form of a new record, if the caller may create one; the key `n` does the same. */
function CreateButton({ entity: { name, can } }: { readonly entity: AdminEntity }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useHotkeys(can.create ? [["n", () => void navigate({ to: "/content/$entity/new", params: { entity: name } })]] : []);
  if (!can.create) return null;
  return (
    <Button aria-keyshortcuts="n" renderRoot={(props) => <Link to="/content/$entity/new" params={{ entity: name }} {...props} />}>
      {t("list.create")}
    </Button>
  );
}

/** Shows the user's default view when the list is opened without parameters. A component of its own, so that the list does not render with its state. */
function DefaultView({ entity }: { readonly entity: string }) {
  const { search, setSearch } = useListSearch();
  const { views, default: chosen } = useSavedViews(entity);
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    const view = views.find(({ name }) => name === chosen);
    if (view && Object.keys(search).length === 0) setSearch(searchOf(view), { replace: true });
  }, [chosen, search, setSearch, views]);
  return null;
}
