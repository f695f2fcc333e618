import type { Extensions } from "@tiptap/core";
import { Markdown } from "@tiptap/markdown";
import StarterKit from "@tiptap/starter-kit";

/** What the editor knows: paragraphs, headings, lists, quotes, code, rules, links, and bold, italic, struck and code inside. */
export function createExtensions(): Extensions {
  return [StarterKit.configure({ underline: false, trailingNode: false, link: { openOnClick: false, autolink: false } }), Markdown];
}
