/** The editor's Markdown, and whether a text keeps its meaning in it. */
import type { Editor, JSONContent } from "@tiptap/core";
import { MarkdownManager } from "@tiptap/markdown";
import type { Node } from "@tiptap/pm/model";
import { oncePerBlock } from "../once-per-block.ts";
import { createExtensions } from "./extensions.ts";

const EMPTY = { type: "paragraph" };
const AFTER_EMPTY = { type: "doc", content: [EMPTY, EMPTY] };

const blocksInMarkdown = oncePerBlock((block, manager: MarkdownManager) => {
  const node = block.toJSON() as JSONContent;
  return manager.renderNodeToMarkdown(node, { type: "doc", content: [node] });
});

const isEmpty = (block: Node | undefined): boolean => block?.type.name === EMPTY.type && block.childCount === 0;

/** The text of an editor, which is `getMarkdown` of the whole; null if it is empty. */
export function markdownOf({ state: { doc }, markdown }: Pick<Editor, "state" | "markdown">): string | null {
  if (!markdown) return null;
  const blocks = blocksInMarkdown(doc, markdown);
  if (blocks.every((block) => block.replaceAll("&nbsp;", "").trim() === "")) return null;
  const afterEmpty = markdown.renderNodeToMarkdown(EMPTY, AFTER_EMPTY, 1); // only empty paragraphs depend on what is before them
  const isAfterEmpty = (at: number) => isEmpty(doc.children[at]) && isEmpty(doc.children[at - 1]);
  return blocks
    .map((block, at) => (isAfterEmpty(at) ? afterEmpty : block))
    .join("\n\n")
    .trim();
}

/** Whether the editor's output has the same meaning; else the editor would lose something. */
export function isSupportedMarkdown(text: string): boolean {
  if (text.trim() === "") return true;
  try {
    const manager = new MarkdownManager({ extensions: createExtensions() });
    return normalised(manager.serialize(manager.parse(text))) === normalised(text);
  } catch {
    return false;
  }
}

/** Markdown in a normal form: the same list and emphasis marks, blank lines and line ends. */
function normalised(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[ \t]+$/gm, (space) => (/^ {2,}$/.test(space) ? "  " : ""))
    .replaceAll(/^(\s*)[*+](?= )/gm, "$1-")
    .replaceAll(/__([^_\n]+)__/g, "**$1**")
    .replaceAll(/(?<![\w*])_([^_\n]+)_(?![\w*])/g, "*$1*")
    .replaceAll(/^(?:\*\s*){3,}$|^(?:_\s*){3,}$/gm, "---")
    .replaceAll(/\n{2,}/g, "\n\n")
    .trim();
}
