import { Button, Paper } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import { SelectionTools } from "../selection/selection-tools.tsx";
import type { Selection } from "../selection/use-selection.ts";
import { lazyPart } from "../loading/lazy-part.tsx";

const DeleteDialog = lazyPart(async () => (await import("./delete-dialog.tsx")).DeleteDialog);

/** The actions for the selected assets, at the lower end of the grid, so that the grid does not move. */
export function SelectionBar({ entity, selection }: { readonly entity: AdminEntity; readonly selection: Selection }) {
  const { t } = useTranslation();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Paper withBorder p="xs" pos="sticky" bottom={8} shadow="md" style={{ zIndex: 1 }}>
      <SelectionTools selection={selection}>
        <Button variant="default" onClick={() => setDeleting(true)}>
          {t("bulk.delete")}
        </Button>
        {!selection.isAll && (
          <Button variant="subtle" onClick={selection.toggleAll}>
            {t("list.selectAll")}
          </Button>
        )}
      </SelectionTools>
      {isDeleting && (
        <DeleteDialog
          entity={entity}
          assets={selection.records}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false);
            selection.clear();
          }}
        />
      )}
    </Paper>
  );
}
