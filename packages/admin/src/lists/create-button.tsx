import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";

/** Links to the form of a new record, if the caller may create one; the key `n` does the same. */
export function CreateButton({ entity: { name, can } }: { readonly entity: AdminEntity }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useHotkeys(can.create ? [["n", () => void navigate({ to: "/content/$entity/new", params: { entity: name } })]] : []);
  if (!can.create) return null;
  return (
    <Button aria-keyshortcuts="n" renderRoot={(props) => <Link to="/content/$entity/new" params={{ entity: name }} {...props} />}>
      {t("list.create")}
    </Button>
  );
}
