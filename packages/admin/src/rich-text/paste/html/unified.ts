/** HTML of any program in one form: marks by elements, lists inside items, header cells in heads of tables, no breaks between blocks. */
import {
  attrOf,
  isBlock,
  isElement,
  newElement,
  rewritten,
  rewrittenIn,
  styleOf,
  textOf,
  withChildren,
  type Child,
  type Element,
} from "./html-tree.ts";
import { withListsInItems } from "./lists.ts";
import { INLINE, withMarks } from "./styles.ts";

const CELLS: ReadonlySet<string> = new Set(["td", "th"]);

/** Inline elements around blocks add nothing. */
function unwrapped(element: Element, children: readonly Child[]): readonly Child[] {
  return INLINE.has(element.tagName) && children.some(isBlock) ? children : [withChildren(element, children)];
}

/** Cells are aligned as their first line. */
function aligned(element: Element, children: readonly Child[]): readonly Child[] {
  const first = children.find(isElement);
  const align = first && (attrOf(first, "align") ?? styleOf(first).get("text-align"));
  if (!CELLS.has(element.tagName) || align === undefined) return [withChildren(element, children)];
  return [newElement(element.tagName, children, { align, ...attributesOf(element) })];
}

/** Cells of a table's head are header cells. */
function withHeaderCells(element: Element, children: readonly Child[]): readonly Child[] {
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

/** Code ends with its last line, not with an empty one. */
function withoutLastBreak(element: Element, children: readonly Child[]): readonly Child[] {
  if (element.tagName !== "pre") return [withChildren(element, children)];
  const trimmed = (nodes: readonly Child[]): readonly Child[] =>
    nodes.map((node, at) => {
      if (at < nodes.length - 1) return node;
      return isElement(node)
        ? withChildren(node, trimmed(node.childNodes))
        : ({ ...node, value: textOf(node).replace(/\n$/, "") } as Child);
    });
  return [withChildren(element, trimmed(children))];
}

/** Breaks and spaces between blocks. */
function withoutBreaks(children: readonly Child[]): readonly Child[] {
  if (!children.some(isBlock)) return children;
  return children.filter((child) => (isElement(child) ? child.tagName !== "br" : textOf(child).trim() !== ""));
}

/** The nodes in the form that all programs share. */
export function unified(nodes: readonly Child[]): readonly Child[] {
  const steps = [unwrapped, withMarks, withListsInItems, aligned, withHeaderCells, withoutLastBreak];
  return rewrittenIn(
    steps.reduce((changed, step) => rewritten(changed, step), nodes),
    withoutBreaks,
  );
}
