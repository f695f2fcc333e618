import { Code, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** A stored value, read-only: texts as they are, other values as JSON. */
export function ShownValue({ value }: { readonly value: unknown }) {
  const { t } = useTranslation();
  if (value === null || value === undefined || value === "") return <Text c="dimmed">{t("history.empty")}</Text>;
  if (typeof value === "boolean") return <Text>{t(value ? "common.yes" : "common.no")}</Text>;
  if (typeof value === "object") return <Code block>{JSON.stringify(value, null, 2)}</Code>;
  return (
    <Text dir="auto" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {String(value)}
    </Text>
  );
}
