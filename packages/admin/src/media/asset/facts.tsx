import { Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AnyRecord } from "../../api/client.ts";
import { shownTime } from "../../texts/formats.ts";
import { factsOf } from "../facts.ts";

/** Information about the file. */
export function Facts({ asset }: { readonly asset: AnyRecord }) {
  const { t, i18n } = useTranslation();
  const { createdAt, _createdBy: owner } = asset;
  const by = (owner as { readonly name?: string | null } | null | undefined)?.name;
  const date = createdAt ? shownTime(String(createdAt), i18n.language) : null;
  const lines = [
    ...factsOf(asset, i18n.language),
    ...(date ? [by ? t("media.uploadedBy", { date, by }) : t("media.uploadedAt", { date })] : []),
  ];
  return (
    <Stack gap="xs" component="section" aria-labelledby="facts">
      <Title order={2} size="h4" id="facts">
        {t("media.facts")}
      </Title>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </Stack>
  );
}
