/** Whether Markdown keeps its meaning in the editor. */
import { MarkdownManager } from "@tiptap/markdown";
import { createExtensions } from "./extensions.ts";

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
