/** Rich text as a tree of nodes: the stored form of `richtext` fields with the format `document`. */

/** How rich text is stored: as Markdown, as any blocks, or as a checked document. */
export const RICH_TEXT_FORMATS = ["markdown", "blocks", "document"] as const;
export type RichTextFormat = (typeof RICH_TEXT_FORMATS)[number];

/** A mark of a text: bold, a link. */
export interface DocumentMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

/** What nodes of every level have. */
interface NodeContent {
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly DocumentInner[];
}

/** A node inside another one, or a text. */
export interface DocumentInner extends NodeContent {
  readonly type: string;
  readonly text?: string;
  readonly marks?: readonly DocumentMark[];
}

/** A node of the top level. */
export interface DocumentNode extends NodeContent {
  readonly _type: string;
}

export type RichDocument = readonly DocumentNode[];

/** The names of the nodes that are attributes only: pictures, files and cards. */
export const CARD_NODES = ["image", "file", "video", "embed", "record"] as const;
/** The names of the nodes that a field may allow, of the parts of such nodes, and of what stands in lines. */
export const CHOSEN_NODES = [
  "paragraph",
  "heading",
  "bulletList",
  "orderedList",
  "taskList",
  "blockquote",
  "codeBlock",
  "horizontalRule",
  "table",
  ...CARD_NODES,
] as const;
export const NODE_PARTS = ["listItem", "taskItem", "tableRow", "tableHeader", "tableCell", "hardBreak"] as const;
/** The names of all marks. */
export const MARK_NAMES = ["bold", "italic", "underline", "strike", "code", "subscript", "superscript", "highlight", "link"] as const;

/** A node that a field may allow or leave out. */
export type ChosenNode = (typeof CHOSEN_NODES)[number];
export type CardNode = (typeof CARD_NODES)[number];
export type NodeName = ChosenNode | (typeof NODE_PARTS)[number];
export type MarkName = (typeof MARK_NAMES)[number];

/** The name of a node of any level. */
export function nodeNameOf(node: DocumentNode | DocumentInner): string {
  return "_type" in node ? node._type : node.type;
}
