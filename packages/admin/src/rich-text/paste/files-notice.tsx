import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Says that files were not added. */
export function FilesNotice({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert role="status" mt="xs" withCloseButton closeButtonLabel={t("common.close")} onClose={onClose}>
      {t("form.paste.noFiles")}
    </Alert>
  );
}
