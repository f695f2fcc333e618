import { Alert, Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { ColophonError } from "@colophon/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import { client, type AnyRecord } from "../api/client.ts";
import { errorText } from "../api/error-text.ts";
import { keys } from "../api/keys.ts";
import { titleOf } from "../api/summary.ts";
import { allowedOf } from "../bulk/bulk-actions.ts";
import { refusedOf } from "../record-model/errors.ts";
import { UsageCount } from "../usages/usage-count.tsx";

interface Props {
  readonly entity: AdminEntity;
  readonly assets: readonly AnyRecord[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Shows the usages of assets before they are deleted, all or none of them. */
export function DeleteDialog({ entity, assets, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const deletable = allowedOf(assets, "delete");
  const leftOut = assets.length - deletable.length;
  const run = useMutation({
    mutationFn: () =>
      client.entity(entity.name as "_file").bulk(
        deletable.map(({ id }) => id),
        { action: "delete" },
      ),
    onSuccess() {
      onDeleted();
      return queries.invalidateQueries({ queryKey: keys.entity(entity.name) });
    },
  });
  const refused = run.error instanceof ColophonError ? refusedOf(deletable, run.error.details) : [];
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t("media.deleteTitle", { count: deletable.length })}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack>
        <Text>{deletable.length === 0 ? t("bulk.none") : t("media.deleteText")}</Text>
        {leftOut > 0 && deletable.length > 0 && <Text>{t("bulk.leftOut", { count: leftOut })}</Text>}
        <List size="sm" mah="40vh" style={{ overflowY: "auto" }}>
          {deletable.map((asset) => (
            <List.Item key={asset.id} style={{ overflowWrap: "anywhere" }}>
              <bdi>{titleOf(entity, asset)}</bdi>: <UsageCount entity={entity.name} id={asset.id} />
            </List.Item>
          ))}
        </List>
        {run.error && (
          <Alert color="red" role="alert" title={refused.length > 0 ? t("bulk.refused") : t("error.title")}>
            {refused.length === 0 && errorText(run.error, t)}
            {refused.map(({ record, message }) => (
              <Text key={record.id} size="sm">
                {titleOf(entity, record)}: {message}
              </Text>
            ))}
          </Alert>
        )}
        <Group justify="end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("common.cancel")}
          </Button>
          <Button color="red" disabled={deletable.length === 0} loading={run.isPending} onClick={() => run.mutate()}>
            {t("bulk.delete")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
