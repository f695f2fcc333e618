/** The tools that change the text at the cursor: one for each mark, and one for each node that needs no more than the cursor. */
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
  IconList,
  IconListNumbers,
  IconSeparator,
  IconSourceCode,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
  IconUnderline,
  type Icon,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { marksOf, nodesOf, type ChosenNode, type MarkName } from "@colophon/model";
import type { DefinitionOf } from "../../record-model/types.ts";

export interface Tool {
  /** The name of its text. */
  readonly name: string;
  readonly icon: Icon;
  readonly isOn: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}
interface MarkTool extends Tool {
  readonly mark: MarkName;
}
export interface NodeTool extends Tool {
  readonly node: ChosenNode;
}

const mark = (name: MarkName, icon: Icon): MarkTool => ({
  name,
  mark: name,
  icon,
  isOn: (editor) => editor.isActive(name),
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
});

const heading = (level: 1 | 2 | 3 | 4, icon: Icon): NodeTool => ({
  name: `heading${level}`,
  node: "heading",
  icon,
  isOn: (editor) => editor.isActive("heading", { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

const node = (name: string, of: ChosenNode, icon: Icon, run: (editor: Editor) => void): NodeTool => ({
  name,
  node: of,
  icon,
  isOn: (editor) => editor.isActive(of),
  run,
});

const MARK_TOOLS: readonly MarkTool[] = [
  mark("bold", IconBold),
  mark("italic", IconItalic),
  mark("underline", IconUnderline),
  mark("strike", IconStrikethrough),
  mark("code", IconCode),
  mark("subscript", IconSubscript),
  mark("superscript", IconSuperscript),
  mark("highlight", IconHighlight),
];

const NODE_TOOLS: readonly NodeTool[] = [
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

/** The tools for the nodes that the field allows. */
export function nodeToolsOf(definition: DefinitionOf<"richtext">): readonly NodeTool[] {
  const nodes = nodesOf(definition);
  return NODE_TOOLS.filter((tool) => nodes.includes(tool.node));
}

/** The tools for the marks and nodes that the field allows. */
export function toolsOf(definition: DefinitionOf<"richtext">): readonly Tool[] {
  const marks = marksOf(definition);
  return [...MARK_TOOLS.filter((tool) => marks.includes(tool.mark)), ...nodeToolsOf(definition)];
}

const BASIC: readonly string[] = ["bold", "italic", "strike", "code", "heading2", "heading3", "bullets", "numbers", "quote"];

/** The tools for rich text that is no document. */
export const BASIC_TOOLS: readonly Tool[] = [...MARK_TOOLS, ...NODE_TOOLS].filter(({ name }) => BASIC.includes(name));
/** Those of them that make nodes. */
export const BASIC_NODE_TOOLS: readonly NodeTool[] = NODE_TOOLS.filter(({ name }) => BASIC.includes(name));
