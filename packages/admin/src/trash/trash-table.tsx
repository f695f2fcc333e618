import { Button, Checkbox, Group, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import type { AnyRecord } from "../api/client.ts";
import { titleOf } from "../api/summary.ts";
import type { Selection } from "../lists/bulk/use-selection.ts";

interface Given {
  readonly entity: AdminEntity;
  readonly records: readonly AnyRecord[];
  readonly selection: Selection;
  readonly onRestore: (records: readonly AnyRecord[]) => void;
  readonly onRemove: (records: readonly AnyRecord[]) => void;
}

/** Records that were deleted, each with the way back and the end. */
export function TrashTable({ entity, records, selection, onRestore, onRemove }: Given) {
  const { t, i18n } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={480} type="native">
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>
              <Checkbox
                aria-label={t("trash.selectAll")}
                checked={selection.isAll}
                indeterminate={!selection.isAll && selection.records.length > 0}
                onChange={selection.toggleAll}
              />
            </Table.Th>
            <Table.Th>{t("trash.record")}</Table.Th>
            <Table.Th>{t("field.updatedAt")}</Table.Th>
            <Table.Th>{t("trash.actions")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map((record) => {
            const title = titleOf(entity, record);
            return (
              <Table.Tr key={record.id}>
                <Table.Td>
                  <Checkbox
                    aria-label={t("list.select", { title })}
                    checked={selection.has(record.id)}
                    onChange={() => selection.toggle(record.id)}
                  />
                </Table.Td>
                <Table.Td>
                  <Text dir="auto" size="sm">
                    {title}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm">
                    {new Date(String(record["updatedAt"])).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" })}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Group gap="xs">
                    <Button variant="default" size="xs" aria-label={t("trash.restoreOne", { title })} onClick={() => onRestore([record])}>
                      {t("trash.restore")}
                    </Button>
                    <Button variant="default" size="xs" aria-label={t("trash.removeOne", { title })} onClick={() => onRemove([record])}>
                      {t("trash.remove")}
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
