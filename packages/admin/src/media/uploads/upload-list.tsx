import { ActionIcon, Button, Group, Paper, Progress, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Upload, Uploads } from "./use-uploads.ts";

/** Uploads that are running or have failed; failed ones can be retried. */
export function UploadList({ uploads: { uploads, again, forget } }: { readonly uploads: Uploads }) {
  const { t } = useTranslation();
  const failed = uploads.filter(({ reason, isFinal }) => reason !== null && !isFinal);
  if (uploads.length === 0) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t("media.uploads")}>
      <Stack gap="xs">
        {uploads.map((upload) => (
          <UploadLine key={upload.key} upload={upload} onAgain={() => again([upload])} onForget={() => forget(upload.key)} />
        ))}
        {failed.length > 1 && (
          <Button variant="default" onClick={() => again(failed)}>
            {t("media.sendAllAgain")}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

interface Line {
  readonly upload: Upload;
  readonly onAgain: () => void;
  readonly onForget: () => void;
}

function UploadLine({ upload: { file, share, reason, isFinal }, onAgain, onForget }: Line) {
  const { t } = useTranslation();
  const { name } = file;
  return (
    <Group wrap="nowrap">
      <Text size="sm" truncate flex={1} miw={0}>
        {name}
      </Text>
      {reason === null && <Progress value={share * 100} aria-label={t("media.uploading", { name })} w={160} />}
      {reason !== null && (
        <>
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {reason}
          </Text>
          {!isFinal && (
            <Button size="xs" variant="default" aria-label={t("media.sendFileAgain", { name })} onClick={onAgain} style={{ flexShrink: 0 }}>
              {t("media.sendAgain")}
            </Button>
          )}
          <ActionIcon variant="subtle" color="gray" aria-label={t("media.forget", { name })} onClick={onForget}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
    </Group>
  );
}
