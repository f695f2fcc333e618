import { labelOfField } from "@colophon/model";
import { Alert, Button, CopyButton, Group } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import type { Values } from "../record-model/types.ts";
import { passNewValues } from "./session/new-values.ts";

interface Props {
  readonly entity: AdminEntity;
  /** The changes that can't be saved any more. */
  readonly changes: Values;
  /** What a new record gets. */
  readonly values: Values;
  readonly isInDrawer?: boolean;
  /** Called when the values are in the form of a new record. */
  readonly onTaken?: () => void;
}

/** Offers to keep changes of a record that was deleted meanwhile. */
export function DeletedOffer({ entity, changes, values, isInDrawer = false, onTaken }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const saveAsNew = () => {
    passNewValues(entity.name, values, onTaken);
    void navigate({ to: "/content/$entity/new", params: { entity: entity.name }, ignoreBlocker: true });
  };
  return (
    <Alert color="red" role="alert" title={t("draft.deleted.title")}>
      <Group>
        <CopyButton value={textOf(entity, changes)}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {t(copied ? "draft.deleted.copied" : "draft.deleted.copy")}
            </Button>
          )}
        </CopyButton>
        {entity.can.create && !entity.global && !isInDrawer && (
          <Button size="xs" onClick={saveAsNew}>
            {t("draft.deleted.saveAsNew")}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** One field as it is; several under their labels. */
function textOf({ fields }: AdminEntity, changes: Values): string {
  const texts = Object.entries(changes).map(([name, value]) => {
    const label = labelOfField(fields.find((field) => field.name === name) ?? { name });
    return [label, typeof value === "string" ? value : JSON.stringify(value, null, 2)] as const;
  });
  return texts.length === 1 ? (texts[0]?.[1] ?? "") : texts.map(([label, text]) => `${label}\n${text}`).join("\n\n");
}
