/** Converts between stored documents and the editor's. */
import { getSchema, type JSONContent, type Editor } from "@tiptap/core";
import type { DocumentInner, DocumentMark, DocumentNode, RichDocument } from "@colophon/model";
import { isEqual } from "../../record-model/same-value.ts";
import { documentExtensions, OWN_ATTRS } from "./document-extensions.ts";
import { oncePerBlock } from "../once-per-block.ts";
import { NodeSelection } from "@tiptap/pm/state";

type Attrs = Readonly<Record<string, unknown>>;

/** The editor writes these; documents leave them out. */
const DEFAULTS: Attrs = { colspan: 1, rowspan: 1, start: 1, checked: false };

function ownAttrs(attrs: Attrs = {}): { readonly attrs?: Attrs } {
  const given = Object.entries(attrs).filter(([name, value]) => value !== null && value !== undefined && DEFAULTS[name] !== value);
  return given.length > 0 ? { attrs: Object.fromEntries(given) } : {};
}

function markOf({ type, attrs }: { readonly type: string; readonly attrs?: Attrs }): DocumentMark {
  return { type, ...ownAttrs(attrs) };
}

function innerOf({ type = "", attrs, content, text, marks }: JSONContent): DocumentInner {
  return {
    type,
    ...ownAttrs(attrs),
    ...(content && content.length > 0 && { content: content.map(innerOf) }),
    ...(text !== undefined && { text }),
    ...(marks && marks.length > 0 && { marks: marks.map(markOf).toSorted((one, other) => (one.type < other.type ? -1 : 1)) }),
  };
}

function storedNode(node: JSONContent, blocks: readonly string[]): DocumentNode {
  if (blocks.includes(node.type ?? "")) return { _type: node.type ?? "", attrs: (node.attrs?.[OWN_ATTRS] ?? {}) as Attrs };
  const { type, text: _text, marks: _marks, ...inner } = innerOf(node);
  return { _type: type, ...inner };
}

/** The editor's content as it is stored; null if it is empty. */
export function toStored({ content = [] }: JSONContent, blocks: readonly string[]): RichDocument | null {
  return unlessEmpty(content.map((node) => storedNode(node, blocks)));
}

const storedNodes = oncePerBlock((block, blocks: readonly string[]) => storedNode(block.toJSON() as JSONContent, blocks));

/** The document of an editor as it is stored; null if it is empty. */
export function storedDocument({ state: { doc } }: Pick<Editor, "state">, blocks: readonly string[]): RichDocument | null {
  return unlessEmpty(storedNodes(doc, blocks));
}

function unlessEmpty(nodes: RichDocument): RichDocument | null {
  return nodes.every((node) => node._type === "paragraph" && node.content === undefined && node.attrs === undefined) ? null : nodes;
}

/** A document has a paragraph at least. */
export function toEditor(document: RichDocument, blocks: readonly string[]): JSONContent {
  const content = document.map(({ _type, attrs, ...rest }): JSONContent => {
    const given = blocks.includes(_type) ? { [OWN_ATTRS]: attrs ?? {} } : attrs;
    return { ...rest, type: _type, ...(given && { attrs: given }) } as JSONContent;
  });
  return { type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] };
}

/** Whether the editor keeps all of it: what it can't show, it would lose. */
export function isSupportedDocument(document: RichDocument, blocks: readonly string[]): boolean {
  if (document.length === 0) return true;
  try {
    const parsed = getSchema(documentExtensions(blocks)).nodeFromJSON(toEditor(document, blocks));
    parsed.check();
    const plain = toStored({ type: "doc", content: toEditor(document, blocks).content ?? [] }, blocks);
    return isEqual(toStored(parsed.toJSON() as JSONContent, blocks), plain);
  } catch {
    return false;
  }
}

/** Inserts nodes at the cursor; after a selected node, which stays. */
export function insertNode(editor: Editor, content: object | readonly object[]): void {
  const { selection } = editor.state;
  const position = selection instanceof NodeSelection ? selection.to : selection;
  editor.chain().focus().insertContentAt(position, content).run();
}
