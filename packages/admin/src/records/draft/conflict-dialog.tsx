import { labelOfField } from "@colophon/model";
import { Button, Group, Modal, Paper, Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ShownValue } from "../history/shown-value.tsx";
import type { Conflict } from "../model/merge.ts";
import type { Session } from "./session.ts";
import type { SessionState } from "./session-state.ts";

interface Props {
  readonly session: Session;
  readonly conflict: NonNullable<SessionState["conflict"]>;
}

/** Two people have changed the same fields: one value is chosen for each. */
export function ConflictDialog({ session, conflict: { merged } }: Props) {
  const { t } = useTranslation();
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (path: string, isTheirs: boolean) =>
    setTheirs(new Set([...[...theirs].filter((one) => one !== path), ...(isTheirs ? [path] : [])]));
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

function Choice({ conflict: { definition, mine, theirs }, isTheirs, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group label={labelOfField(definition)} value={isTheirs ? "theirs" : "mine"} onChange={(value) => onChoose(value === "theirs")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
        {(["mine", "theirs"] as const).map((side) => (
          <Paper key={side} withBorder p="sm">
            <Radio value={side} label={t(`draft.conflict.${side}`)} mb="xs" />
            <ShownValue value={side === "mine" ? mine : theirs} />
          </Paper>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
