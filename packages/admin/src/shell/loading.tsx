import { Center, Loader } from "@mantine/core";
import { useTranslation } from "react-i18next";

export function Loading() {
  const { t } = useTranslation();
  return (
    <Center component="main" mih="40vh">
      <Loader role="status" aria-label={t("common.loading")} />
    </Center>
  );
}
