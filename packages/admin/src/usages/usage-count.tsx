import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/error-text.ts";
import { UsageLink } from "./usage-link.tsx";
import { useUsages } from "./use-usages.ts";

const SHOWN = 3;

/** The number of usages, and the first of them. */
export function UsageCount({ entity, id }: { readonly entity: string; readonly id: string }) {
  const { t } = useTranslation();
  const { usages, total = 0, error } = useUsages(entity, id, SHOWN);
  if (error) return <Text span>{errorText(error, t)}</Text>;
  if (!usages) return <Text span>{t("common.loading")}</Text>;
  if (usages.length === 0) return <Text span>{t("media.unused")}</Text>;
  return (
    <Text span size="sm">
      {t("media.used", { count: total })}{" "}
      {usages.map((usage, at) => (
        <span key={`${usage.id} ${usage.field}`}>
          {at > 0 && ", "}
          <UsageLink usage={usage} />
        </span>
      ))}
      {total > SHOWN && ` ${t("form.more", { count: total - SHOWN })}`}
    </Text>
  );
}
