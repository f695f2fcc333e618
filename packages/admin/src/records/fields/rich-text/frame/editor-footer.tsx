import { ActionIcon, Group, Text } from "@mantine/core";
import { IconArrowsMaximize, IconArrowsMinimize } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { wordsIn } from "./words.ts";

interface Props {
  readonly editor: Editor;
  /** The id of the word count, which describes the editor. */
  readonly countId: string;
  readonly label: string;
  readonly isFull: boolean;
  readonly onToggle: () => void;
}

/** What stands below the text: the number of its words, and the button that gives it the whole window. */
export function EditorFooter({ editor, countId, label, isFull, onToggle }: Props) {
  const { t, i18n } = useTranslation();
  const document = useDeferredValue(useEditorState({ editor, selector: ({ editor: { state } }) => state.doc, equalityFn: Object.is }));
  const count = useMemo(() => wordsIn(document, i18n.language), [document, i18n.language]);
  const Shown = isFull ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <Group justify="space-between" px="sm" py={4}>
      <Text size="xs" c="dimmed" id={countId}>
        {t("form.words", { count })}
      </Text>
      <ActionIcon
        variant={isFull ? "filled" : "subtle"}
        {...(!isFull && { color: "gray" })}
        aria-pressed={isFull}
        aria-label={t("form.fullScreen", { name: label })}
        onClick={onToggle}
        data-autofocus={isFull || undefined} // where the focus is when the editor takes the window
      >
        <Shown size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
