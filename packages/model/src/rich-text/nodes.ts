/** The table of nodes. A new node is one row; the compiler then names every other place that lacks it. */
import { choice, flag, httpsUrl, id, integer, required, text, type Attributes } from "./attributes.ts";
import type { NodeName } from "./document.ts";

/** What a node contains: `blocks` every node of the top level but the project's own blocks, `lines` texts and line breaks, `code` text without marks. */
export type Content = "blocks" | "lines" | "code" | readonly NodeName[];

/** The attribute with the id of a record, and the target's entity: named by another attribute for `record`. */
export interface NodeReference {
  readonly attribute: string;
  readonly to: "_image" | "_file" | "_video" | "record";
}

export interface NodeRule {
  readonly attrs: Attributes;
  readonly content: Content | null;
  readonly reference?: NodeReference;
  /** Attributes with text that readers see: for search and plain text, in this order. */
  readonly texts?: readonly string[];
}

const LONG_TEXT = 2000;
const NAME_LENGTH = 100;
const MAX_SPAN = 100;
const align = choice("left", "center", "right");
const cell: NodeRule = {
  attrs: { colspan: integer(1, MAX_SPAN), rowspan: integer(1, MAX_SPAN), align },
  content: "blocks",
};

/** Every node by its name. */
export const NODES: Readonly<Record<NodeName, NodeRule>> = {
  paragraph: { attrs: {}, content: "lines" },
  heading: { attrs: { level: required(integer(1, 4)) }, content: "lines" },
  bulletList: { attrs: {}, content: ["listItem"] },
  orderedList: { attrs: { start: integer(0, 999_999_999) }, content: ["listItem"] },
  listItem: { attrs: {}, content: "blocks" },
  taskList: { attrs: {}, content: ["taskItem"] },
  taskItem: { attrs: { checked: flag }, content: "blocks" },
  blockquote: { attrs: {}, content: "blocks" },
  codeBlock: { attrs: { language: text(NAME_LENGTH) }, content: "code" },
  horizontalRule: { attrs: {}, content: null },
  hardBreak: { attrs: {}, content: null },
  table: { attrs: {}, content: ["tableRow"] },
  tableRow: { attrs: {}, content: ["tableHeader", "tableCell"] },
  tableHeader: cell,
  tableCell: cell,
  image: {
    attrs: { image: id, alt: text(LONG_TEXT), caption: text(LONG_TEXT), align },
    content: null,
    reference: { attribute: "image", to: "_image" },
    texts: ["alt", "caption"],
  },
  file: { attrs: { file: id, title: text(LONG_TEXT) }, content: null, reference: { attribute: "file", to: "_file" }, texts: ["title"] },
  video: {
    attrs: { video: id, caption: text(LONG_TEXT) },
    content: null,
    reference: { attribute: "video", to: "_video" },
    texts: ["caption"],
  },
  embed: { attrs: { url: required(httpsUrl), provider: text(NAME_LENGTH) }, content: null },
  record: { attrs: { entity: required(text(NAME_LENGTH)), id }, content: null, reference: { attribute: "id", to: "record" } },
};

/** The rule of a node, if there is one of this name. */
export function nodeRule(name: string): NodeRule | null {
  return Object.hasOwn(NODES, name) ? NODES[name as NodeName] : null;
}
