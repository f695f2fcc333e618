import { ActionIcon, Group, Text } from "@mantine/core";
import { IconArrowsMaximize, IconArrowsMinimize, IconSearch } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";
import { useEffect, useState } from "react";
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
  const count = useWordCount(editor, i18n.language);
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

const COUNTED_AFTER_MS = 500;

/** The number of words, counted from time to time while somebody types. */
function useWordCount(editor: Editor, language: string): number {
  const [count, setCount] = useState(() => wordsIn(editor.state.doc, language));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const recount = () => {
      timer = undefined;
      setCount(wordsIn(editor.state.doc, language));
    };
    const countSoon = ({ transaction }: { readonly transaction: Transaction }) => {
      if (transaction.docChanged) timer ??= setTimeout(recount, COUNTED_AFTER_MS);
    };
    recount();
    editor.on("transaction", countSoon);
    return () => {
      editor.off("transaction", countSoon);
      clearTimeout(timer);
    };
  }, [editor, language]);
  return count;
}

function switched(isOn: boolean) {
  return { variant: isOn ? "filled" : "subtle", "aria-pressed": isOn, ...(!isOn && { color: "gray" }) } as const;
}
