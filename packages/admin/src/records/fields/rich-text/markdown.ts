/** Whether Markdown goes through the editor and comes out meaning the same. */
import { MarkdownManager } from "@tiptap/markdown";
import { createExtensions } from "./extensions.ts";

/** Whether what the editor writes of it says the same; else it would lose something. */
export function isShownByMarkdown(text: string): boolean {
  if (text.trim() === "") return true;
  try {
    const manager = new MarkdownManager({ extensions: createExtensions() });
    return normalised(manager.serialize(manager.parse(text))) === normalised(text);
  } catch {
    return false;
  }
}

/** Markdown without what is only a way of writing the same: other marks of lists and emphasis, empty lines, ends of lines. */
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
