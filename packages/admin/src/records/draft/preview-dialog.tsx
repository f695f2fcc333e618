import { Anchor, Button, CopyButton, Group, Loader, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../api/error-text.ts";
import { recordApi } from "../record-api.ts";
import type { Session } from "./session.ts";

interface Given {
  readonly session: Session;
  readonly entity: string;
  readonly id: string | null;
  readonly onClose: () => void;
}

/** A link that shows the draft, to open and to send. */
export function PreviewDialog({ session, entity, id, onClose }: Given) {
  const { t, i18n } = useTranslation();
  const { mutate, data, error } = useMutation({
    async mutationFn() {
      await session.save();
      return recordApi(entity, id).preview();
    },
  });
  useEffect(() => mutate(), [mutate]);
  return (
    <Modal opened onClose={onClose} title={t("draft.preview.title")} closeButtonProps={{ "aria-label": t("common.close") }}>
      {error && <Text role="alert">{errorText(error, t)}</Text>}
      {!data && !error && <Loader aria-label={t("common.loading")} />}
      {data && data.url === null && <Text>{t("draft.preview.none")}</Text>}
      {data && data.url !== null && (
        <Stack>
          <Text>{t("draft.preview.text", { when: new Date(data.expiresAt).toLocaleString(i18n.language) })}</Text>
          <Anchor href={data.url} target="_blank" rel="noreferrer" style={{ overflowWrap: "anywhere" }}>
            {data.url}
          </Anchor>
          <Group justify="flex-end">
            <CopyButton value={new URL(data.url, location.href).href}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {t(copied ? "draft.preview.copied" : "draft.preview.copy")}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
