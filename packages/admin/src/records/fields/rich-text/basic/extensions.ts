import type { Extensions } from "@tiptap/core";
import { Markdown } from "@tiptap/markdown";
import StarterKit from "@tiptap/starter-kit";

/** The editor's features: paragraphs, headings, lists, quotes, code, rules, links; and bold, italic, strike and inline code. */
export function createExtensions(): Extensions {
  return [StarterKit.configure({ underline: false, trailingNode: false, link: { openOnClick: false, autolink: false } }), Markdown];
}
