import { ActionIcon, Group, Text } from "@mantine/core";
import { IconArrowsMaximize, IconArrowsMinimize, IconSearch } from "@tabler/icons-react";
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
  readonly isFinding: boolean;
  readonly onFind: () => void;
}

/** What stands below the text: the number of its words, and the buttons for finding in it and giving it the whole window. */
export function EditorFooter({ editor, countId, label, isFull, onToggle, isFinding, onFind }: Props) {
  const { t, i18n } = useTranslation();
  const document = useDeferredValue(useEditorState({ editor, selector: ({ editor: { state } }) => state.doc, equalityFn: Object.is }));
  const count = useMemo(() => wordsIn(document, i18n.language), [document, i18n.language]);
  const Shown = isFull ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <Group justify="space-between" px="sm" py={4}>
      <Text size="xs" c="dimmed" id={countId}>
        {t("form.words", { count })}
      </Text>
      <Group gap={2}>
        <ActionIcon
          {...switched(isFinding)}
          aria-label={t("form.find.title", { name: label })}
          aria-keyshortcuts="Control+F Meta+F"
          onClick={onFind}
        >
          <IconSearch size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...switched(isFull)}
          aria-label={t("form.fullScreen", { name: label })}
          onClick={onToggle}
          data-autofocus={isFull || undefined} // where the focus is when the editor takes the window
        >
          <Shown size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
}

function switched(isOn: boolean) {
  return { variant: isOn ? "filled" : "subtle", "aria-pressed": isOn, ...(!isOn && { color: "gray" }) } as const;
}
