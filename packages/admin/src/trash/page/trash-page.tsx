import { Anchor, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig, type AdminEntity } from "../../api/admin-config.ts";
import type { AnyRecord } from "../../api/client.ts";
import { Refusal } from "../../selection/refusal.tsx";
import { SelectionTools } from "../../selection/selection-tools.tsx";
import { useSelection } from "../../selection/use-selection.ts";
import { notify } from "../../messages/messages.ts";
import { ConfirmDialog } from "../../elements/confirm-dialog.tsx";
import { Failure } from "../../elements/failure.tsx";
import { NotFound } from "../../elements/not-found.tsx";
import { entityText } from "../../api/admin-entities.ts";
import { TrashTable } from "./trash-table.tsx";
import { daysOf, hasTrash } from "../trash.ts";
import { useTrash, useTrashActions } from "./use-trash.ts";

const route = getRouteApi("/shell/trash/$entity");

/** The trash of an entity, for users who may delete its records. */
export function TrashPage() {
  const { entity: name } = route.useParams();
  const entity = entityNamed(useKnownConfig(), name);
  return entity && hasTrash(entity) ? <Trash key={name} entity={entity} /> : <NotFound />;
}

function Trash({ entity }: { readonly entity: AdminEntity }) {
  const { t } = useTranslation();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useTrash(entity);
  const { restore, remove } = useTrashActions(entity);
  const records = data?.pages.flatMap((page) => page.data) ?? [];
  const selection = useSelection(records);
  const [toRemove, setToRemove] = useState<readonly AnyRecord[] | null>(null);
  const failed = [restore, remove].find((action) => action.error !== null);
  const restoreChosen = (chosen: readonly AnyRecord[]) => {
    remove.reset();
    restore.mutate(chosen, {
      onSuccess: () => {
        selection.clear();
        void notify({ text: t("trash.restored", { count: chosen.length }) });
      },
    });
  };
  const removeForGood = (chosen: readonly AnyRecord[]) => {
    setToRemove(null);
    restore.reset();
    remove.mutate(chosen, { onSuccess: selection.clear });
  };
  return (
    <Stack gap="md">
      <div>
        <Title order={1} size="h2">
          {t("trash.title", { entity: entityText(entity, t) })}
        </Title>
        <Text c="dimmed">{t("trash.text", { count: daysOf(entity) })}</Text>
        <Anchor renderRoot={(props) => <Link to="/content/$entity" params={{ entity: entity.name }} {...props} />}>
          {t("trash.toList", { entity: entityText(entity, t) })}
        </Anchor>
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {failed && <Refusal entity={entity} records={failed.variables ?? []} error={failed.error} title={t("trash.refused")} />}
      {data && records.length === 0 && (
        <Paper withBorder p="xl">
          <Text ta="center">{t("trash.empty")}</Text>
        </Paper>
      )}
      {selection.records.length > 0 && (
        <Paper withBorder p="xs">
          <SelectionTools selection={selection}>
            <Button variant="default" loading={restore.isPending} onClick={() => restoreChosen(selection.records)}>
              {t("trash.restore")}
            </Button>
            <Button variant="default" loading={remove.isPending} onClick={() => setToRemove(selection.records)}>
              {t("trash.remove")}
            </Button>
          </SelectionTools>
        </Paper>
      )}
      {records.length > 0 && (
        <TrashTable entity={entity} records={records} selection={selection} onRestore={restoreChosen} onRemove={setToRemove} />
      )}
      {hasNextPage && (
        <Group>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("trash.more")}
          </Button>
        </Group>
      )}
      {toRemove && (
        <ConfirmDialog
          title={t("trash.removeTitle", { count: toRemove.length })}
          text={t("trash.removeText")}
          action={t("trash.remove")}
          isDestructive
          onConfirm={() => removeForGood(toRemove)}
          onClose={() => setToRemove(null)}
        />
      )}
    </Stack>
  );
}
