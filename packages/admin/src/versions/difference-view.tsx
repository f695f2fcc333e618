import { labelOfField } from "@colophon/model";
import "./difference.css";
import { Group, Paper, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Difference } from "./differences.ts";
import { ShownValue } from "./shown-value.tsx";

/** One changed field, before and after. */
export function DifferenceView({ difference }: { readonly difference: Difference }) {
  return (
    <Stack gap={4}>
      <Text fw={600}>{labelOfField(difference.definition)}</Text>
      {difference.kind === "text" ? <TextDifference parts={difference.parts} /> : <ValueDifference {...difference} />}
    </Stack>
  );
}

function TextDifference({ parts }: { readonly parts: Extract<Difference, { kind: "text" }>["parts"] }) {
  return (
    <Paper className="difference" withBorder p="sm" dir="auto" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {parts.map(({ text, kind }, at) => {
        if (kind === "added") return <ins key={at}>{text}</ins>;
        return kind === "removed" ? <del key={at}>{text}</del> : <span key={at}>{text}</span>;
      })}
    </Paper>
  );
}

function ValueDifference({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  const { t } = useTranslation();
  return (
    <Group grow align="flex-start">
      <Paper withBorder p="sm">
        <Text size="xs" c="dimmed">
          {t("history.before")}
        </Text>
        <ShownValue value={before} />
      </Paper>
      <Paper withBorder p="sm">
        <Text size="xs" c="dimmed">
          {t("history.after")}
        </Text>
        <ShownValue value={after} />
      </Paper>
    </Group>
  );
}
