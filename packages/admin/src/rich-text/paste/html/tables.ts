/** Tables of any program in the same form. */
import { attrOf, isElement, newElement, styleOf, withChildren, type Child, type Element } from "./html-tree.ts";

const CELLS: ReadonlySet<string> = new Set(["td", "th"]);

/** Cells are aligned as their first line. */
export function aligned(element: Element, children: readonly Child[]): readonly Child[] {
  const first = children.find(isElement);
  const align = first && (attrOf(first, "align") ?? styleOf(first).get("text-align"));
  if (!CELLS.has(element.tagName) || align === undefined) return [withChildren(element, children)];
  return [newElement(element.tagName, children, { align, ...attributesOf(element) })];
}

/** Cells of a table's head are header cells. */
export function withHeaderCells(element: Element, children: readonly Child[]): readonly Child[] {
  if (element.tagName !== "thead") return [withChildren(element, children)];
  const asHeader = (node: Child): Child => {
    if (!isElement(node)) return node;
    return node.tagName === "td"
      ? newElement("th", node.childNodes, attributesOf(node))
      : withChildren(node, node.childNodes.map(asHeader));
  };
  return [withChildren(element, children.map(asHeader))];
}

function attributesOf({ attrs }: Element): Readonly<Record<string, string>> {
  return Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
}
