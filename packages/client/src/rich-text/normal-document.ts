/** The normal form of a document: documents that say the same have the same one. */
import type { DocumentInner, DocumentMark, RichDocument } from "@colophon/model";
import { joinTexts, nodeNameOf, orderedMarks, presentAttrs, type AnyNode, type Attrs } from "./nodes.ts";

/** Attributes that say the same as none. */
const DEFAULTS: Attrs = { start: 1, colspan: 1, rowspan: 1, checked: false, caption: "", alt: "", title: "", provider: "" };

/**
 * With neighbouring texts joined, marks in their order, and without attributes that say nothing, empty paragraphs, and spaces and breaks at
 * the ends of lines.
 */
export function normalDocument(document: RichDocument): RichDocument {
  return document.filter(isFilled).map((node) => {
    const { type: _type, ...rest } = normalNode({ ...node, type: node._type });
    return { _type: node._type, ...rest };
  });
}

function isFilled(node: AnyNode): boolean {
  return nodeNameOf(node) !== "paragraph" || (node.content?.length ?? 0) > 0;
}

function normalNode({ type, attrs = {}, content = [], text, marks = [] }: DocumentInner): DocumentInner {
  if (type === "text") return { type, text: text ?? "", ...(marks.length > 0 && { marks: orderedMarks(marks).map(normalMark) }) };
  const isDefault = ([name, value]: readonly [string, unknown]) => DEFAULTS[name] === value;
  const present = presentAttrs(Object.fromEntries(Object.entries(attrs).filter((attr) => !isDefault(attr))));
  const inside = withoutEnds(joinTexts(content.filter(isFilled).map(normalNode)));
  return { type, ...(present && { attrs: present }), ...(inside.length > 0 && { content: inside }) };
}

function normalMark({ type, attrs = {} }: DocumentMark): DocumentMark {
  const present = presentAttrs(attrs);
  return { type, ...(present && { attrs: present }) };
}

function withoutEnds(content: readonly DocumentInner[]): readonly DocumentInner[] {
  const last = content.findLastIndex(({ type }) => type !== "hardBreak");
  return content.slice(0, last + 1);
}
