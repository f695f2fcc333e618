import type { DefinitionOf } from "../../record-model/types.ts";
import { Node, type AnyExtension, type Extensions, type NodeConfig } from "@tiptap/core";
import { Markdown } from "@tiptap/markdown";
import StarterKit from "@tiptap/starter-kit";
import { asFirstOfSeveral, asHeading, asParagraph } from "./literal-text.ts";

/** What the editor's features can show. */
export const BASIC = {
  nodes: ["heading", "bulletList", "orderedList", "blockquote", "codeBlock", "horizontalRule"],
  marks: ["bold", "italic", "strike", "code", "link"],
  embeds: [],
} satisfies Pick<DefinitionOf<"richtext">, "nodes" | "marks" | "embeds">;

/** The starter kit, in which texts that look like Markdown stay texts: when they are stored, and when they are pasted without formatting. */
const Features = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(withLiteralText);
  },
});

function withLiteralText(extension: AnyExtension): AnyExtension {
  if (!(extension instanceof Node)) return extension;
  const own: RenderMarkdown | undefined = extension.config.renderMarkdown;
  const render: RenderMarkdown = (...given) => own?.(...given) ?? "";
  if (extension.name === "orderedList") return extension.extend({ addProseMirrorPlugins: () => [] }); // it makes lists of them
  const renderMarkdown = RENDERERS[extension.name]?.(render);
  return renderMarkdown ? extension.extend({ renderMarkdown }) : extension;
}

/** The starter kit's own ones use only their arguments. */
type RenderMarkdown = OmitThisParameter<NonNullable<NodeConfig["renderMarkdown"]>>;

const RENDERERS: Readonly<Record<string, (render: RenderMarkdown) => RenderMarkdown>> = {
  heading:
    (render) =>
    (...given) =>
      asHeading(render(...given)),
  listItem: (render) => (node, renderers, context) => {
    if ((node.content ?? []).length < 2) return render(node, renderers, context);
    return render(node, { ...renderers, renderChildren: (...first) => asFirstOfSeveral(renderers.renderChildren(...first)) }, context);
  },
  paragraph: (render) => (node, renderers, context) => {
    const isInItem = context.parentType === "listItem";
    return asParagraph(render(node, renderers, context), { isInItem, isAfterMark: isInItem && context.index === 0 });
  },
};

/** The editor's features: paragraphs, headings, lists, quotes, code, rules, links; and bold, italic, strike and inline code. */
export function createExtensions(): Extensions {
  return [Features.configure({ underline: false, trailingNode: false, link: { openOnClick: false, autolink: false } }), Markdown];
}
