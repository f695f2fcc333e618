import { labelOfField } from "@colophon/model";
import { Button, Group, Modal, Paper, Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { comparedTexts, wordParts } from "../versions/compared-texts.ts";
import "../versions/difference.css";
import { ShownValue } from "../versions/shown-value.tsx";
import type { Conflict } from "../record-model/merge.ts";
import type { EditSession } from "./session/session.ts";
import type { SessionState } from "./session/session-state.ts";

interface Props {
  readonly session: EditSession;
  readonly conflict: NonNullable<SessionState["conflict"]>;
}

/** Two people have changed the same fields: one value is chosen for each. */
export function ConflictDialog({ session, conflict: { merged } }: Props) {
  const { t } = useTranslation();
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (path: string, isTheirs: boolean) =>
    setTheirs(new Set([...[...theirs].filter((other) => other !== path), ...(isTheirs ? [path] : [])]));
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={t("draft.conflict.title")}
      size="xl"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack>
        <Text>{t("draft.conflict.text")}</Text>
        {merged.conflicts.map((conflict) => (
          <Choice
            key={conflict.path}
            conflict={conflict}
            isTheirs={theirs.has(conflict.path)}
            onChoose={(isTheirs) => choose(conflict.path, isTheirs)}
          />
        ))}
        <Group justify="flex-end">
          <Button onClick={() => void session.settle(theirs)}>{t("draft.conflict.save")}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ChoiceProps {
  readonly conflict: Conflict;
  readonly isTheirs: boolean;
  readonly onChoose: (isTheirs: boolean) => void;
}

function Choice({ conflict, isTheirs, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const { definition, path, part } = conflict;
  const name = labelOfField(definition);
  const label = part ? t("draft.conflict.part", { name, number: Number(path.slice(part.of.length + 1)) + 1 }) : name;
  return (
    <Radio.Group label={label} value={isTheirs ? "theirs" : "mine"} onChange={(value) => onChoose(value === "theirs")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
        {(["mine", "theirs"] as const).map((side) => (
          <Paper key={side} withBorder p="sm">
            <Radio value={side} label={t(`draft.conflict.${side}`)} mb="xs" />
            <Side conflict={conflict} side={side} />
          </Paper>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

/** One of the two values; of texts, the words that the other one doesn't have are marked. */
function Side({ conflict, side }: { readonly conflict: Conflict; readonly side: "mine" | "theirs" }) {
  const { t } = useTranslation();
  const { definition, mine, theirs, part } = conflict;
  const value = side === "mine" ? mine : theirs;
  if (part && Array.isArray(value) && value.length === 0) return <Text c="dimmed">{t("draft.conflict.removed")}</Text>;
  const texts = comparedTexts(definition, mine, theirs);
  if (!texts) return <ShownValue value={value} />;
  const own = side === "mine" ? "removed" : "added";
  return (
    <Text component="div" className="difference" dir="auto" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {wordParts(...texts).map(({ text, kind }, at) => {
        if (kind === own) return <mark key={at}>{text}</mark>;
        return kind === "same" && <span key={at}>{text}</span>;
      })}
    </Text>
  );
}
