import { ActionIcon, Group, Menu } from "@mantine/core";
import {
  IconBlockquote,
  IconBold,
  IconChecklist,
  IconCode,
  IconH1,
  IconH2,
  IconH3,
  IconH4,
  IconHighlight,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconSeparator,
  IconSourceCode,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
  IconTable,
  IconUnderline,
  type Icon,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { embedsOf, marksOf, nodesOf, type ChosenNode, type MarkName } from "@colophon/model";
import { ButtonMenu } from "../../../shell/button-menu.tsx";
import type { DefinitionOf } from "../../model/types.ts";
import { InsertMenu, InsertQuestion, useAsked, type Asked } from "./document-insert.tsx";
import { newTable, runInTable, TABLE_COMMANDS } from "./document-tables.ts";
import { insertNode } from "./insert-node.ts";
import { LinkInput } from "./link-input.tsx";
import { RecordInput } from "./record-input.tsx";
import { ToolButton } from "./tool-button.tsx";

interface Tool {
  readonly name: string;
  readonly icon: Icon;
  readonly isOn: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const mark = (name: MarkName, icon: Icon): Tool & { readonly mark: MarkName } => ({
  name,
  mark: name,
  icon,
  isOn: (editor) => editor.isActive(name),
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
});

const MARKS = [
  mark("bold", IconBold),
  mark("italic", IconItalic),
  mark("underline", IconUnderline),
  mark("strike", IconStrikethrough),
  mark("code", IconCode),
  mark("subscript", IconSubscript),
  mark("superscript", IconSuperscript),
  mark("highlight", IconHighlight),
];

const heading = (level: 1 | 2 | 3 | 4, icon: Icon): Tool & { readonly node: ChosenNode } => ({
  name: `heading${level}`,
  node: "heading",
  icon,
  isOn: (editor) => editor.isActive("heading", { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

const node = (name: string, of: ChosenNode, icon: Icon, run: (editor: Editor) => void): Tool & { readonly node: ChosenNode } => ({
  name,
  node: of,
  icon,
  isOn: (editor) => editor.isActive(of),
  run,
});

const NODES = [
  heading(1, IconH1),
  heading(2, IconH2),
  heading(3, IconH3),
  heading(4, IconH4),
  node("bullets", "bulletList", IconList, (editor) => editor.chain().focus().toggleBulletList().run()),
  node("numbers", "orderedList", IconListNumbers, (editor) => editor.chain().focus().toggleOrderedList().run()),
  node("tasks", "taskList", IconChecklist, (editor) => editor.chain().focus().toggleTaskList().run()),
  node("quote", "blockquote", IconBlockquote, (editor) => editor.chain().focus().toggleBlockquote().run()),
  node("codeBlock", "codeBlock", IconSourceCode, (editor) => editor.chain().focus().toggleCodeBlock().run()),
  node("rule", "horizontalRule", IconSeparator, (editor) => editor.chain().focus().setHorizontalRule().run()),
];

interface Props {
  readonly editor: Editor;
  readonly definition: DefinitionOf<"richtext">;
  readonly label: string;
}

/** The toolbar of a document: what the field allows. */
export function DocumentTools({ editor, definition, label }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<"link" | Asked | null>(null);
  const asked = useAsked(definition);
  const [nodes, marks] = [nodesOf(definition), marksOf(definition)];
  const tools: readonly Tool[] = [...MARKS.filter((one) => marks.includes(one.mark)), ...NODES.filter((one) => nodes.includes(one.node))];
  const on = useEditorState({
    editor,
    selector: ({ editor: e }) => [
      ...tools.filter(({ isOn }) => isOn(e)).map(({ name }) => name),
      ...["link", "table"].filter((name) => e.isActive(name)),
    ],
  });
  const button = (name: string, icon: Icon, run: () => void) => <ToolButton key={name} name={name} icon={icon} on={on} onClick={run} />;
  const toggle = (what: "link" | Asked) => setOpened(opened === what ? null : what);
  const insert = (content: object) => insertNode(editor, content);
  const close = () => setOpened(null);
  return (
    <Group gap={2} p={4} role="toolbar" aria-label={t("form.format.tools", { name: label })}>
      {tools.map(({ name, icon, run }) => button(name, icon, () => run(editor)))}
      {marks.includes("link") && button("link", IconLink, () => toggle("link"))}
      {asked.includes("image") && button("image", IconPhoto, () => toggle("image"))}
      {nodes.includes("table") &&
        (on.includes("table") ? <TableMenu editor={editor} /> : button("table", IconTable, () => insert(newTable(3, 3))))}
      <InsertMenu definition={definition} asked={asked.filter((name) => name !== "image")} onAsk={toggle} onInsert={insert} />
      {opened === "link" && (
        <>
          <LinkInput editor={editor} onDone={close} />
          <RecordInput embeds={embedsOf(definition)} onChoose={(attrs) => (linkTo(editor, attrs), close())} />
        </>
      )}
      {opened !== null && opened !== "link" && <InsertQuestion name={opened} definition={definition} onInsert={insert} onClose={close} />}
    </Group>
  );
}

/** Links the selected text, or the link at the cursor, to a record. */
function linkTo(editor: Editor, attrs: object): void {
  editor
    .chain()
    .focus()
    .extendMarkRange("link")
    .setMark("link", { href: null, ...attrs })
    .run();
}

function TableMenu({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  return (
    <ButtonMenu
      button={(props) => (
        <ActionIcon {...props} variant="filled" aria-label={t("form.format.table")}>
          <IconTable size={16} aria-hidden />
        </ActionIcon>
      )}
    >
      {Object.entries(TABLE_COMMANDS).map(([name, command]) => (
        <Menu.Item key={name} onClick={() => runInTable(editor, command)}>
          {t(`form.table.${name}`)}
        </Menu.Item>
      ))}
    </ButtonMenu>
  );
}
