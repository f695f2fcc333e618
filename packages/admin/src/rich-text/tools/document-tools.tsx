import { Group } from "@mantine/core";
import { IconLink, IconMarkdown, IconPhoto, IconTable, type Icon } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useTranslation } from "react-i18next";
import { type CardNode, embedsOf, marksOf } from "@colophon/model";
import type { DefinitionOf } from "../../record-model/types.ts";
import { insertNode } from "../document/documents.ts";
import { MoveTools } from "../move/move-tools.tsx";
import { InsertMenu, TableMenu } from "./menus.tsx";
import { InsertQuestion } from "./insert-question.tsx";
import type { Insert } from "./inserts.ts";
import { LinkInput } from "./link-input.tsx";
import { RecordInput } from "./record-input.tsx";
import { ToolButton } from "./tool-button.tsx";
import { TOOLBAR_KEY } from "./toolbar-key.ts";
import { toolsOf } from "./tools.ts";

/** What the toolbar asks for. */
export type Question = "link" | CardNode;

interface Props {
  readonly editor: Editor;
  readonly definition: DefinitionOf<"richtext">;
  readonly label: string;
  readonly inserts: readonly Insert[];
  readonly question: Question | null;
  readonly onAsk: (question: Question | null) => void;
  readonly onSource: () => void;
}

/** The toolbar of a document: what the field allows. */
export function DocumentTools({ editor, definition, label, inserts, question, onAsk, onSource }: Props) {
  const { t } = useTranslation();
  const marks = marksOf(definition);
  const tools = toolsOf(definition);
  const on = useEditorState({
    editor,
    selector: ({ editor: e }) => [
      ...tools.filter(({ isOn }) => isOn(e)).map(({ name }) => name),
      ...["link", "table"].filter((name) => e.isActive(name)),
    ],
  });
  const button = (name: string, icon: Icon, run: () => void) => <ToolButton key={name} name={name} icon={icon} on={on} onClick={run} />;
  const toggle = (what: Question) => onAsk(question === what ? null : what);
  const insert = (content: object) => insertNode(editor, content);
  const insertOf = (what: string) => inserts.find(({ name }) => name === what);
  const table = insertOf("table");
  const close = () => onAsk(null);
  return (
    <Group gap={2} p={4} role="toolbar" aria-label={t("form.format.tools", { name: label })} {...TOOLBAR_KEY}>
      {tools.map(({ name, icon, run }) => button(name, icon, () => run(editor)))}
      {marks.includes("link") && button("link", IconLink, () => toggle("link"))}
      {insertOf("image") && button("image", IconPhoto, () => toggle("image"))}
      {on.includes("table") && <TableMenu editor={editor} />}
      {table && !on.includes("table") && button("table", IconTable, () => table.run(editor))}
      <InsertMenu editor={editor} inserts={inserts.filter(({ name }) => name !== "image" && name !== "table")} />
      <MoveTools editor={editor} />
      {button("source", IconMarkdown, onSource)}
      {question === "link" && (
        <>
          <LinkInput editor={editor} onDone={close} />
          <RecordInput embeds={embedsOf(definition)} onChoose={(attrs) => (linkTo(editor, attrs), close())} />
        </>
      )}
      {question !== null && question !== "link" && (
        <InsertQuestion name={question} definition={definition} onInsert={insert} onClose={close} />
      )}
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
