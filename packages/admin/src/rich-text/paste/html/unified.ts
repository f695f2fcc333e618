/** HTML of any program in one form: marks by elements, lists inside items, no breaks between blocks. */
import { isBlock, isElement, rewritten, rewrittenIn, textOf, withChildren, type Child, type Element } from "./html-tree.ts";
import { withListsInItems } from "./lists.ts";
import { INLINE, withMarks } from "./styles.ts";
import { aligned, withHeaderCells } from "./tables.ts";

/** Inline elements around blocks add nothing. */
function unwrapped(element: Element, children: readonly Child[]): readonly Child[] {
  return INLINE.has(element.tagName) && children.some(isBlock) ? children : [withChildren(element, children)];
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
