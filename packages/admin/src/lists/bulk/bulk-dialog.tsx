import { Alert, Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { ColophonError } from "@colophon/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import { client } from "../../api/client.ts";
import { errorText } from "../../api/error-text.ts";
import { keys } from "../../api/keys.ts";
import { titleOf } from "../../api/summary.ts";
import { allowedOf, refusedOf, type BulkAction } from "./bulk-actions.ts";
import type { Selection } from "./use-selection.ts";

const SHOWN = 10;

interface Asked {
  readonly entity: AdminEntity;
  readonly action: BulkAction;
  readonly selection: Selection;
  readonly onClose: () => void;
}

/** Says what will happen to which records, does it, and says which ones were refused. */
export function BulkDialog({ entity, action, selection, onClose }: Asked) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const records = allowedOf(selection.records, action);
  const leftOut = selection.records.length - records.length;
  const run = useMutation({
    mutationFn: () =>
      client.entity(entity.name as "_file").bulk(
        records.map(({ id }) => id),
        { action } as never,
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.entity(entity.name) });
      selection.clear();
      onClose();
    },
  });
  const refused = run.error instanceof ColophonError ? refusedOf(records, run.error.details) : [];

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`bulk.${action}Title`, { count: records.length })}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack>
        <Text>{records.length === 0 ? t("bulk.none") : t(`bulk.${action}Text`)}</Text>
        {leftOut > 0 && records.length > 0 && <Text>{t("bulk.leftOut", { count: leftOut })}</Text>}
        <List size="sm">
          {records.slice(0, SHOWN).map((record) => (
            <List.Item key={record.id}>{titleOf(entity, record)}</List.Item>
          ))}
          {records.length > SHOWN && <List.Item>… {records.length - SHOWN}</List.Item>}
        </List>
        {run.error && (
          <Alert color="red" role="alert" title={refused.length > 0 ? t("bulk.refused") : t("error.title")}>
            {refused.length === 0 && errorText(run.error, t)}
            <List size="sm">
              {refused.map(({ record, message }) => (
                <List.Item key={record.id}>
                  {titleOf(entity, record)}: {message}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            disabled={records.length === 0}
            loading={run.isPending}
            {...(action === "delete" && { color: "red" })}
            onClick={() => run.mutate()}
          >
            {t(`bulk.${action}`)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
