import { ActionIcon, Button, Checkbox, Group, Table, Text, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import type { AnyRecord } from "../../api/client.ts";
import { titleOf } from "../../api/summary.ts";
import { SelectAll } from "../../selection/row-checkbox.tsx";
import type { Selection } from "../../selection/use-selection.ts";
import { shownTime } from "../../texts/formats.ts";

interface Props {
  readonly entity: AdminEntity;
  readonly records: readonly AnyRecord[];
  readonly selection: Selection;
  readonly onRestore: (records: readonly AnyRecord[]) => void;
  readonly onRemove: (records: readonly AnyRecord[]) => void;
}

/** Deleted records, each with buttons to restore it and to delete it permanently. */
export function TrashTable({ entity, records, selection, onRestore, onRemove }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>
              <SelectAll label={t("trash.selectAll")} selection={selection} />
            </Table.Th>
            <Table.Th>{t("trash.record")}</Table.Th>
            <Table.Th>{t("trash.deletedAt")}</Table.Th>
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
                <Table.Td miw={80}>
                  <Text dir="auto" size="sm">
                    {title}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm">{shownTime(String(record["_deletedAt"]), i18n.language)}</Text>
                </Table.Td>
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    <ActionIcon
                      variant="default"
                      size={30}
                      hiddenFrom="sm"
                      aria-label={t("trash.restoreOne", { title })}
                      onClick={() => onRestore([record])}
                    >
                      <IconArrowBackUp size={16} aria-hidden />
                    </ActionIcon>
                    <Button
                      visibleFrom="sm"
                      variant="default"
                      size="xs"
                      aria-label={t("trash.restoreOne", { title })}
                      onClick={() => onRestore([record])}
                    >
                      {t("trash.restore")}
                    </Button>
                    <Tooltip label={t("trash.remove")}>
                      <ActionIcon
                        variant="default"
                        size={30}
                        aria-label={t("trash.removeOne", { title })}
                        onClick={() => onRemove([record])}
                      >
                        <IconTrash size={16} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
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
