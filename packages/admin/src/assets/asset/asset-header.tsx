import { Anchor, Button, CopyButton, Group, Stack, Title } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import { fileUrl } from "../../api/api-url.ts";
import { SaveStatus } from "../../drafts/save-status.tsx";
import type { EditSession } from "../../drafts/session/session.ts";
import { useSessionState } from "../../drafts/session/use-session.ts";
import type { StoredRecord } from "../../record-model/record-api.ts";
import { entityText, mediaKindOf } from "../../api/admin-entities.ts";
import { lazyPart } from "../../loading/lazy-part.tsx";

const ReplaceDialog = lazyPart(async () => (await import("../replace/replace-dialog.tsx")).ReplaceDialog);
const DeleteDialog = lazyPart(async () => (await import("../delete-dialog.tsx")).DeleteDialog);

interface Props {
  readonly session: EditSession;
  readonly entity: AdminEntity;
  readonly asset: StoredRecord;
}

/** The name of the asset, and its actions. */
export function AssetHeader({ session, entity, asset }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"delete" | "replace" | null>(null);
  const state = useSessionState(session);
  const can = asset._can ?? entity.can;
  const address = fileUrl(asset);
  const search = { kind: mediaKindOf(entity.name) };
  const close = () => setOpen(null);
  const hasFields = session.form.state().fields.some(({ isReadOnly }) => !isReadOnly);
  return (
    <Stack gap="xs">
      <Anchor size="sm" renderRoot={(props) => <Link to="/media" search={search} {...props} />}>
        {entityText(entity, t)}
      </Anchor>
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0}>
          <Title order={1} size="h2" style={{ overflowWrap: "anywhere" }}>
            {String(asset["filename"])}
          </Title>
          {hasFields && <SaveStatus state={state} />}
        </Stack>
        <Group gap="xs">
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? "preview.copied" : "preview.copy")}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" component="a" href={address} target="_blank" rel="noreferrer">
            {t("media.original")}
          </Button>
          <Button variant="default" onClick={() => setOpen("replace")}>
            {t("media.replace")}
          </Button>
          {can.delete && (
            <Button variant="default" onClick={() => setOpen("delete")}>
              {t("bulk.delete")}
            </Button>
          )}
          {hasFields && (
            <Button onClick={() => void session.save()} loading={state.phase === "saving"} disabled={state.phase === "saved"}>
              {t("draft.save")}
            </Button>
          )}
        </Group>
      </Group>
      {open === "replace" && <ReplaceDialog entity={entity} asset={asset} onClose={close} onDelete={() => setOpen("delete")} />}
      {open === "delete" && (
        <DeleteDialog
          entity={entity}
          assets={[asset]}
          onClose={close}
          onDeleted={() => void navigate({ to: "/media", search, ignoreBlocker: true })}
        />
      )}
    </Stack>
  );
}
