import { Button, Group, Paper, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import { bulkActionsOf, type BulkAction } from "./bulk-actions.ts";
import type { Selection } from "./use-selection.ts";

const BulkDialog = lazy(() => import("./bulk-dialog.tsx").then((module) => ({ default: module.BulkDialog })));

/** What can be done with the chosen records. */
export function BulkBar({ entity, selection }: { readonly entity: AdminEntity; readonly selection: Selection }) {
  const { t } = useTranslation();
  const [action, setAction] = useState<BulkAction | null>(null);
  return (
    <Paper withBorder p="xs">
      <Group>
        <Text role="status">{t("bulk.selected", { count: selection.records.length })}</Text>
        {bulkActionsOf(entity).map((one) => (
          <Button key={one} variant="default" onClick={() => setAction(one)}>
            {t(`bulk.${one}`)}
          </Button>
        ))}
        <Button variant="subtle" onClick={selection.clear}>
          {t("bulk.clear")}
        </Button>
      </Group>
      <Suspense>{action !== null && <BulkDialog {...{ entity, action, selection }} onClose={() => setAction(null)} />}</Suspense>
    </Paper>
  );
}
