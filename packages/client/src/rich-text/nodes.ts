/** Parts of a document that every conversion reads. */
import { MARK_NAMES, nodeNameOf, type DocumentInner, type DocumentMark, type DocumentNode } from "@colophon/model";

export type AnyNode = DocumentNode | DocumentInner;
export type Attrs = Readonly<Record<string, unknown>>;

/** An attribute that is a text; of a record in place of an id, its id. */
export function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null && "id" in value ? textOf(value.id) : null;
}

/** A member of the record in place of an id. */
export function memberOf(record: unknown, name: string): string | null {
  return typeof record === "object" && record !== null ? textOf((record as Attrs)[name]) : null;
}

const OUTERMOST = "link";

function rankOf({ type }: DocumentMark): number {
  return type === OUTERMOST ? -1 : (MARK_NAMES as readonly string[]).indexOf(type);
}

/** The marks in the order in which they contain each other: a link contains the others. */
export function orderedMarks(marks: readonly DocumentMark[] = []): readonly DocumentMark[] {
  return marks.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** The attributes that have a value; undefined if there are none. */
export function presentAttrs(attrs: Attrs): Attrs | undefined {
  const present = Object.entries(attrs).filter(([, value]) => value !== null && value !== undefined);
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}

/** A node inside another one. */
export function innerNode(
  type: string,
  { attrs = {}, content }: { attrs?: Attrs; content?: readonly DocumentInner[] } = {},
): DocumentInner {
  const present = presentAttrs(attrs);
  return { type, ...(present && { attrs: present }), ...(content && content.length > 0 && { content }) };
}

/** The same node on the top level. */
export function toTop({ type, text: _text, marks: _marks, ...node }: DocumentInner): DocumentNode {
  return { _type: type, ...node };
}

/** A text with its marks; adjacent ones with the same marks are one. */
export function joinTexts(nodes: readonly DocumentInner[]): readonly DocumentInner[] {
  return nodes.reduce<DocumentInner[]>((joined, node) => {
    const last = joined.at(-1);
    const isSame = last?.type === "text" && node.type === "text" && JSON.stringify(last.marks) === JSON.stringify(node.marks);
    if (last && isSame) joined[joined.length - 1] = { ...last, text: `${last.text ?? ""}${node.text ?? ""}` };
    else if (node.type !== "text" || node.text !== "") joined.push(node);
    return joined;
  }, []);
}

/** The text of a node's own content. */
export function plainContent({ content = [] }: AnyNode): string {
  return content.map(({ type, text = "" }) => (type === "hardBreak" ? "\n" : text)).join("");
}

export { nodeNameOf };
