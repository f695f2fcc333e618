import type { DefinitionOf } from "../../records/model/types.ts";
import { Node, type AnyExtension, type Extensions } from "@tiptap/core";
import { Markdown } from "@tiptap/markdown";
import StarterKit from "@tiptap/starter-kit";
import { asHeading, asParagraph } from "./literal-text.ts";

/** What the editor's features can show. */
export const BASIC = {
  nodes: ["heading", "bulletList", "orderedList", "blockquote", "codeBlock", "horizontalRule"],
  marks: ["bold", "italic", "strike", "code", "link"],
  embeds: [],
} satisfies Pick<DefinitionOf<"richtext">, "nodes" | "marks" | "embeds">;

/** The starter kit, with the Markdown of texts that look like Markdown. */
const Features = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(withLiteralText);
  },
});

function withLiteralText(extension: AnyExtension): AnyExtension {
  if (!(extension instanceof Node)) return extension;
  if (extension.name === "heading")
    return extension.extend({ renderMarkdown: (...given) => asHeading(extension.config.renderMarkdown?.(...given) ?? "") });
  if (extension.name !== "paragraph") return extension;
  return extension.extend({
    renderMarkdown(node, renderers, context) {
      const isInItem = context.parentType === "listItem";
      return asParagraph(extension.config.renderMarkdown?.(node, renderers, context) ?? "", {
        isInItem,
        isAfterMark: isInItem && context.index === 0,
      });
    },
  });
}

/** The editor's features: paragraphs, headings, lists, quotes, code, rules, links; and bold, italic, strike and inline code. */
export function createExtensions(): Extensions {
  return [Features.configure({ underline: false, trailingNode: false, link: { openOnClick: false, autolink: false } }), Markdown];
}
