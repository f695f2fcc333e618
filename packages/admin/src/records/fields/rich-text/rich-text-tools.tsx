import { Group } from "@mantine/core";
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  type Icon,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LinkInput } from "./link-input.tsx";
import { ToolButton } from "./tool-button.tsx";

interface Tool {
  readonly name: string;
  readonly icon: Icon;
  readonly isOn: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const TOOLS: readonly Tool[] = [
  { name: "bold", icon: IconBold, isOn: (e) => e.isActive("bold"), run: (e) => e.chain().focus().toggleBold().run() },
  { name: "italic", icon: IconItalic, isOn: (e) => e.isActive("italic"), run: (e) => e.chain().focus().toggleItalic().run() },
  { name: "strike", icon: IconStrikethrough, isOn: (e) => e.isActive("strike"), run: (e) => e.chain().focus().toggleStrike().run() },
  { name: "code", icon: IconCode, isOn: (e) => e.isActive("code"), run: (e) => e.chain().focus().toggleCode().run() },
  heading("heading2", 2, IconH2),
  heading("heading3", 3, IconH3),
  { name: "bullets", icon: IconList, isOn: (e) => e.isActive("bulletList"), run: (e) => e.chain().focus().toggleBulletList().run() },
  {
    name: "numbers",
    icon: IconListNumbers,
    isOn: (e) => e.isActive("orderedList"),
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  { name: "quote", icon: IconBlockquote, isOn: (e) => e.isActive("blockquote"), run: (e) => e.chain().focus().toggleBlockquote().run() },
];

function heading(name: string, level: 2 | 3, icon: Icon): Tool {
  return { name, icon, isOn: (e) => e.isActive("heading", { level }), run: (e) => e.chain().focus().toggleHeading({ level }).run() };
}

/** The editor's toolbar; it uses the usual keyboard shortcuts, such as Ctrl+B. */
export function RichTextTools({ editor, label }: { readonly editor: Editor; readonly label: string }) {
  const { t } = useTranslation();
  const [isLinking, setLinking] = useState(false);
  const on = useEditorState({
    editor,
    selector: ({ editor: e }) => [...TOOLS.filter(({ isOn }) => isOn(e)).map(({ name }) => name), ...(e.isActive("link") ? ["link"] : [])],
  });
  const button = (name: string, icon: Icon, run: () => void) => <ToolButton key={name} name={name} icon={icon} on={on} onClick={run} />;
  return (
    <Group gap={2} p={4} role="toolbar" aria-label={t("form.format.tools", { name: label })}>
      {TOOLS.map(({ name, icon, run }) => button(name, icon, () => run(editor)))}
      {button("link", IconLink, () => setLinking(!isLinking))}
      {isLinking && <LinkInput editor={editor} onDone={() => setLinking(false)} />}
    </Group>
  );
}
