import { Button, Paper } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKnownMe, type AdminEntity } from "../api/admin-config.ts";
import { bulkActionsOf, type BulkAction } from "./bulk-actions.ts";
import { SelectionTools } from "../selection/selection-tools.tsx";
import type { Selection } from "../selection/use-selection.ts";
import { lazyPart } from "../loading/lazy-part.tsx";

const BulkAssignDialog = lazyPart(async () => (await import("./bulk-assign-dialog.tsx")).BulkAssignDialog);
const BulkDialog = lazyPart(async () => (await import("./bulk-dialog.tsx")).BulkDialog);
const BulkUpdateDialog = lazyPart(async () => (await import("./bulk-update-dialog.tsx")).BulkUpdateDialog);

/** The actions for the selected records: before the table in the tab order, at its lower end on the screen, so that the table does not move. */
export function BulkBar({ entity, selection }: { readonly entity: AdminEntity; readonly selection: Selection }) {
  const { t } = useTranslation();
  const { isAdmin } = useKnownMe();
  const [action, setAction] = useState<BulkAction | null>(null);
  const close = () => setAction(null);
  return (
    <Paper withBorder p="xs" pos="sticky" bottom={8} shadow="md" style={{ order: 1, zIndex: 1 }}>
      <SelectionTools selection={selection}>
        {bulkActionsOf(entity, isAdmin).map((action) => (
          <Button key={typeof action === "object" ? action.route : action} variant="default" onClick={() => setAction(action)}>
            {typeof action === "object" ? action.title : t(`bulk.${action}`)}
          </Button>
        ))}
      </SelectionTools>
      {action === "update" && <BulkUpdateDialog {...{ entity, action, selection }} onClose={close} />}
      {action === "assign" && <BulkAssignDialog {...{ entity, action, selection }} onClose={close} />}
      {action !== null && action !== "update" && action !== "assign" && <BulkDialog {...{ entity, action, selection }} onClose={close} />}
    </Paper>
  );
}
