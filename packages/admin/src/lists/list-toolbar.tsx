import { Group } from "@mantine/core";
import { memo } from "react";
import type { AdminEntity } from "../api/admin-config.ts";
import { FilterBar } from "./filters/filter-bar.tsx";
import { ListSearchField } from "./list-search-field.tsx";
import { ColumnMenu } from "./views/column-menu.tsx";
import { ViewMenu } from "./views/view-menu.tsx";
import { ViewSelect } from "./views/view-select.tsx";

/** Search, views, filters and columns; memoised, because it does not depend on rows and selection. */
export const ListToolbar = memo(function ListToolbar({ entity }: { readonly entity: AdminEntity }) {
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
