import { Button, FileButton, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../api/client.ts";
import { errorText } from "../api/error-text.ts";
import { keys } from "../api/keys.ts";

/** Uploads files one after the other. */
export function UploadButton({ entity }: { readonly entity: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) await client.upload(file);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.entity(entity) }),
  });
  return (
    <div>
      <FileButton multiple onChange={(files) => upload.mutate(files)}>
        {(props) => (
          <Button {...props} loading={upload.isPending}>
            {t("list.upload")}
          </Button>
        )}
      </FileButton>
      {upload.error && (
        <Text c="var(--mantine-color-error)" role="alert">
          {errorText(upload.error, t)}
        </Text>
      )}
    </div>
  );
}
