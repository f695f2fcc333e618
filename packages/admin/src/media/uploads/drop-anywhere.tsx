import "@mantine/dropzone/styles.css";
import { Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { useTranslation } from "react-i18next";

/** Accepts files that are dropped anywhere on the page. */
export function DropAnywhere({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  return (
    <Dropzone.FullScreen onDrop={onFiles} withinPortal={false}>
      <Text ta="center" size="xl" py="xl">
        {t("media.dropAnywhere")}
      </Text>
    </Dropzone.FullScreen>
  );
}
