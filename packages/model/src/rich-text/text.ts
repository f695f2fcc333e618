/** The text of a document, without its form: for search, previews and counts. */
import { nodeNameOf, type DocumentInner, type DocumentNode, type RichDocument } from "./document.ts";
import { nodeRule } from "./nodes.ts";

/** Lines of blocks, one below the other; of images and files their texts. The project's own blocks have none. */
export function documentText(document: RichDocument): string {
  return document
    .flatMap(linesOf)
    .filter((line) => line !== "")
    .join("\n");
}

function linesOf(node: DocumentNode | DocumentInner): readonly string[] {
  const rule = nodeRule(nodeNameOf(node));
  if (!rule) return [];
  const { attrs = {}, content = [] } = node;
  const own = (rule.texts ?? []).flatMap((name) => (typeof attrs[name] === "string" ? [attrs[name]] : []));
  if (rule.content === "lines" || rule.content === "code") return [content.map(inlineText).join("")];
  return [...own, ...content.flatMap(linesOf)];
}

function inlineText({ type, text = "" }: DocumentInner): string {
  return type === "hardBreak" ? "\n" : text;
}
