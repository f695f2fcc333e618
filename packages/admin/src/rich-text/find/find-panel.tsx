import { ActionIcon, Button, Checkbox, Group, Text, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useEffect, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { matchesIn, runFind, setQuery, type FindCommand } from "./find-extension.ts";

interface Props {
  readonly editor: Editor;
  readonly label: string;
  readonly onClose: () => void;
}

function selectedText({ state: { doc, selection } }: Editor): string {
  const text = doc.textBetween(selection.from, selection.to, "\n");
  return text.includes("\n") ? "" : text;
}

/** Finds and replaces in the text. Enter goes to the next match, Escape back to the text. */
export function FindPanel({ editor, label, onClose }: Props) {
  const { t } = useTranslation();
  const [query, change] = useState(() => ({ text: selectedText(editor), replacement: "", isCaseSensitive: false }));
  useEffect(() => setQuery(editor, query), [editor, query]);
  useEffect(() => () => void (!editor.isDestroyed && setQuery(editor, { text: "", replacement: "", isCaseSensitive: false })), [editor]);
  const { count, current } = useEditorState({ editor, selector: ({ editor: { state } }) => matchesIn(state) });
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // it closes no more than this
    event.stopPropagation();
    close();
  };
  const enter = (run: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    run(event);
  };
  const button = (name: FindCommand) => (
    <Button size="compact-sm" variant="default" disabled={count === 0} onClick={() => runFind(editor, name)}>
      {t(`form.find.${name}`)}
    </Button>
  );
  return (
    <Group gap="xs" p={4} role="search" aria-label={t("form.find.title", { name: label })} onKeyDown={onKeyDown}>
      <TextInput
        size="xs"
        aria-label={t("form.find.text")}
        placeholder={t("form.find.text")}
        value={query.text}
        onChange={(event) => change({ ...query, text: event.currentTarget.value })}
        onKeyDown={enter(({ shiftKey }) => runFind(editor, shiftKey ? "previous" : "next"))}
        autoFocus
      />
      <Text size="xs" c="dimmed" role="status">
        {query.text === "" ? "" : t("form.find.count", { current, count })}
      </Text>
      {(
        [
          ["previous", IconArrowUp],
          ["next", IconArrowDown],
        ] as const
      ).map(([name, Icon]) => (
        <ActionIcon
          key={name}
          variant="subtle"
          color="gray"
          aria-label={t(`form.find.${name}`)}
          disabled={count === 0}
          onClick={() => runFind(editor, name)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
      <Checkbox
        size="xs"
        label={t("form.find.case")}
        checked={query.isCaseSensitive}
        onChange={(event) => change({ ...query, isCaseSensitive: event.currentTarget.checked })}
      />
      {editor.isEditable && (
        <>
          <TextInput
            size="xs"
            aria-label={t("form.find.replacement")}
            placeholder={t("form.find.replacement")}
            value={query.replacement}
            onChange={(event) => change({ ...query, replacement: event.currentTarget.value })}
            onKeyDown={enter(() => runFind(editor, "replace"))}
          />
          {button("replace")}
          {button("replaceAll")}
        </>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={t("form.find.close")} onClick={close}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
