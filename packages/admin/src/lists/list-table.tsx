import "./list-table.css";
import { Table, Group, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useKnownConfig, type AdminEntity } from "../api/admin-config.ts";
import type { AnyRecord } from "../api/client.ts";
import { columnsOf, type Column } from "../list-model/columns.ts";
import { ListRow } from "./list-row.tsx";
import { SelectAll } from "../selection/row-checkbox.tsx";
import type { Selection } from "../selection/use-selection.ts";
import { useListSearch } from "./use-list-search.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { sortIn, toggledSort } from "../list-model/list-query.ts";

/** The place of the title in a text that is translated once for all rows. */
const PLACE = "{title}";

interface Shown {
  readonly entity: AdminEntity;
  readonly records: readonly AnyRecord[];
  readonly selection: Selection;
  /** Whether these are the records of the previous page while the next one loads. */
  readonly isOld: boolean;
}

/** The records of a page; its rows support arrow keys, Enter and space. */
export function ListTable({ entity, records, selection, isOld }: Shown) {
  const { t, i18n } = useTranslation();
  const words = { t, language: i18n.language };
  const pattern = t("list.select", { title: PLACE });
  const label = (title: string) => pattern.replace(PLACE, () => title);
  const columns = columnsOf(useKnownConfig(), entity, useListSearch().search["columns"]);
  const rows = useRowKeys({ entity: entity.name, records, toggle: selection.toggle });
  return (
    <Table.ScrollContainer minWidth={Math.max(320, columns.length * 120)} type="native">
      <Table highlightOnHover aria-busy={isOld} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>
              <SelectAll label={t("list.selectAll")} selection={selection} />
            </Table.Th>
            {columns.map((column) => (
              <HeaderCell key={column.path} entity={entity} column={column} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={rows.onKeyDown}>
          {records.map((record, at) => (
            <ListRow
              key={record.id}
              {...{ entity, record, columns, words, label }}
              isChosen={selection.has(record.id)}
              toggle={selection.toggle}
              row={rows.rowAt(at)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A column's name; a click sorts by it if the API can. */
function HeaderCell({ entity, column: { path, label, sortPath } }: { readonly entity: AdminEntity; readonly column: Column }) {
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
