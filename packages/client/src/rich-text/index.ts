/** Documents of rich text in other forms, in browsers and on servers. */
import { documentText, type RichDocument } from "@colophon/model";

export type { DocumentInner, DocumentMark, DocumentNode, RichDocument } from "@colophon/model";
export { fromHtml, type ReadOptions } from "./from-html.ts";
export { fromMarkdown } from "./from-markdown.ts";
export { escapeHtml, toHtml, type HtmlOptions, type Renderer } from "./to-html.ts";
export { toMarkdown } from "./to-markdown.ts";

/** The text of a document without its form, line by line. */
export function toText(document: RichDocument): string {
  return documentText(document);
}
