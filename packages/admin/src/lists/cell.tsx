import { Badge, Image, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { API_URL, type AnyRecord } from "../api/client.ts";
import { valueAt } from "../api/summary.ts";
import { cellTextOf } from "./cell-text.ts";
import type { Column } from "./columns.ts";

const STATUS_COLORS: Readonly<Record<string, string>> = { draft: "gray", published: "teal", modified: "orange" };

/** One value of a record, as short as a list wants it. */
export function Cell({ column, record }: { readonly column: Column; readonly record: AnyRecord }) {
  const { t, i18n } = useTranslation();
  const { path, field, targetPath } = column;
  const value = valueAt(record, path);
  if (path === "_status" && typeof value === "string") {
    return (
      <Badge variant="dot" color={STATUS_COLORS[value] ?? "gray"} c="var(--mantine-color-text)" tt="none">
        {t(`status.${value}`)}
      </Badge>
    );
  }
  if (field.type === "image" && targetPath === "url") return <Thumbnail url={valueAt(Array.isArray(value) ? value[0] : value, "url")} />;
  const text = cellTextOf(column, value, { language: i18n.language, yes: t("common.yes"), no: t("common.no") });
  return (
    <Text size="sm" dir="auto" lineClamp={2}>
      {text}
    </Text>
  );
}

function Thumbnail({ url }: { readonly url: unknown }) {
  if (typeof url !== "string") return null;
  return <Image src={`${API_URL}${url}?w=96&h=72&fit=cover&format=webp`} alt="" w={48} h={36} radius="sm" loading="lazy" />;
}
