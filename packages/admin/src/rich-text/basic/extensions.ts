import type { DefinitionOf } from "../../records/model/types.ts";
import type { Extensions } from "@tiptap/core";
import { Markdown } from "@tiptap/markdown";
import StarterKit from "@tiptap/starter-kit";

/** What the editor's features can show. */
export const BASIC = {
  nodes: ["heading", "bulletList", "orderedList", "blockquote", "codeBlock", "horizontalRule"],
  marks: ["bold", "italic", "strike", "code", "link"],
  embeds: [],
} satisfies Pick<DefinitionOf<"richtext">, "nodes" | "marks" | "embeds">;

/** The editor's features: paragraphs, headings, lists, quotes, code, rules, links; and bold, italic, strike and inline code. */
export function createExtensions(): Extensions {
  return [StarterKit.configure({ underline: false, trailingNode: false, link: { openOnClick: false, autolink: false } }), Markdown];
}
