import { Button, FileButton, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import type { AnyRecord } from "../../api/client.ts";
import { Library } from "../../fields/media/library.tsx";
import { UploadList } from "../../media/uploads/upload-list.tsx";
import { useUploads } from "../../media/uploads/use-uploads.ts";
import { ReplaceRun } from "./replace-run.tsx";

interface Props {
  readonly entity: AdminEntity;
  readonly asset: AnyRecord;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Replaces an asset by another one wherever it is used. */
export function ReplaceDialog({ entity, asset, onClose, onDelete }: Props) {
  const { t } = useTranslation();
  const [next, setNext] = useState<AnyRecord | null>(null);
  const [isPicking, setPicking] = useState(false);
  const uploads = useUploads({
    refuse(uploaded) {
      if (uploaded.id === asset.id) return t("media.sameFile");
      return uploaded["_type"] === entity.name ? null : t("media.wrongKindToReplace");
    },
    onUploaded: ([uploaded]) => setNext(uploaded ?? null),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t("media.replaceTitle", { name: String(asset["filename"]) })}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {next ? (
        <ReplaceRun entity={entity} asset={asset} next={next} onClose={onClose} onDelete={onDelete} />
      ) : (
        <Stack>
          <Text>{t("media.replaceText")}</Text>
          <Group>
            {entity.can.create && (
              <FileButton onChange={(file) => file && uploads.start([file])}>
                {(props) => <Button {...props}>{t("media.uploadNew")}</Button>}
              </FileButton>
            )}
            <Button variant="default" onClick={() => setPicking(true)}>
              {t("media.pick")}
            </Button>
          </Group>
          <UploadList uploads={uploads} />
        </Stack>
      )}
      {isPicking && <Library entity={entity} accept={undefined} chosen={[asset.id]} onChoose={setNext} onClose={() => setPicking(false)} />}
    </Modal>
  );
}
