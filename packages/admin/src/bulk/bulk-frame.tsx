import { Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import { keys } from "../api/keys.ts";
import { titleOf } from "../api/summary.ts";
import { allowedOf, type BulkAction } from "./bulk-actions.ts";
import { Refusal } from "../selection/refusal.tsx";
import type { Selection } from "../selection/use-selection.ts";

const SHOWN = 10;

/** Props that all dialogs of bulk actions have in common. */
export interface BulkDialogProps<Action extends BulkAction = BulkAction> {
  readonly entity: AdminEntity;
  readonly action: Action;
  readonly selection: Selection;
  readonly onClose: () => void;
}
interface Props extends BulkDialogProps {
  readonly title: (count: number) => string;
  readonly text: string;
  readonly label: string;
  readonly run: (ids: readonly string[]) => Promise<unknown>;
  readonly onDone?: (ids: readonly string[]) => void;
  readonly onRefused?: (error: unknown) => void;
  /** Whether something is still to be chosen. */
  readonly isIncomplete?: boolean;
  readonly children?: ReactNode;
}

/** The dialog of a bulk action: lists the records, runs the action, and shows which records were refused. */
export function BulkFrame({
  entity,
  action,
  selection,
  onClose,
  title,
  text,
  label,
  run,
  onDone,
  onRefused,
  isIncomplete = false,
  children,
}: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const records = allowedOf(selection.records, action);
  const ids = records.map(({ id }) => id);
  const leftOut = selection.records.length - records.length;
  const running = useMutation({
    mutationFn: () => run(ids),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.entity(entity.name) });
      selection.clear();
      onClose();
      onDone?.(ids);
    },
    ...(onRefused && { onError: onRefused }),
  });
  return (
    <Modal opened onClose={onClose} title={title(records.length)} closeButtonProps={{ "aria-label": t("common.close") }}>
      <Stack>
        <Text>{records.length === 0 ? t("bulk.none") : text}</Text>
        {leftOut > 0 && records.length > 0 && <Text>{t("bulk.leftOut", { count: leftOut })}</Text>}
        <List size="sm">
          {records.slice(0, SHOWN).map((record) => (
            <List.Item key={record.id} style={{ overflowWrap: "anywhere" }}>
              <bdi>{titleOf(entity, record)}</bdi>
            </List.Item>
          ))}
          {records.length > SHOWN && <List.Item>… {records.length - SHOWN}</List.Item>}
        </List>
        {children}
        {running.isError && <Refusal entity={entity} records={records} error={running.error} title={t("bulk.refused")} />}
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            disabled={records.length === 0 || isIncomplete}
            loading={running.isPending}
            {...(action === "delete" && { color: "red" })}
            onClick={() => running.mutate()}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
