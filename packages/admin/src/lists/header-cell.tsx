import { Group, Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import type { Column } from "./columns.ts";
import { sortIn, toggledSort } from "./list-query.ts";
import { useListSearch } from "./use-list-search.ts";

/** A column's name; a click sorts by it if the API can. */
export function HeaderCell({ entity, column: { path, label, sortPath } }: { readonly entity: AdminEntity; readonly column: Column }) {
  const { t } = useTranslation();
  const { search, set } = useListSearch();
  const text = t(`field.${path}`, { defaultValue: label });
  if (sortPath === null) return <Table.Th>{text}</Table.Th>;
  const sort = sortIn(entity, search);
  const order = sort === sortPath ? "ascending" : sort === `-${sortPath}` ? "descending" : "none";
  return (
    <Table.Th aria-sort={order}>
      <UnstyledButton fw={700} fz="sm" onClick={() => set("sort", toggledSort(sort, sortPath))}>
        <Group gap={4} wrap="nowrap">
          {text}
          {order === "ascending" && <IconArrowUp size={14} aria-hidden />}
          {order === "descending" && <IconArrowDown size={14} aria-hidden />}
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}
