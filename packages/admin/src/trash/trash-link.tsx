import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import { hasTrash } from "./trash.ts";

export function TrashLink({ entity }: { readonly entity: AdminEntity }) {
  const { t } = useTranslation();
  if (!hasTrash(entity)) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/trash/$entity" params={{ entity: entity.name }} {...props} />}
    >
      {t("trash.name")}
    </Button>
  );
}
