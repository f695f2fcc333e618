/** The elements of parsed HTML. */
import { isUuid } from "@colophon/model";
import type { DefaultTreeAdapterTypes } from "parse5";

export type Child = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;

export function isElement(node: Child): node is Element {
  return "tagName" in node;
}

export function attrOf({ attrs }: Element, name: string): string | null {
  return attrs.find((attr) => attr.name === name)?.value ?? null;
}

export function childrenOf(node: Child): readonly Child[] {
  return "childNodes" in node ? node.childNodes : [];
}

/** The text of an element, with all spaces. */
export function rawText(node: Child): string {
  if ("value" in node) return node.value;
  return childrenOf(node).map(rawText).join("");
}

export function find(node: Child, tagName: string): Element | null {
  if (isElement(node) && node.tagName === tagName) return node;
  return childrenOf(node).reduce<Element | null>((found, child) => found ?? find(child, tagName), null);
}

export function countOf(node: Child, tagName: string): number {
  const inside = childrenOf(node).reduce((sum, child) => sum + countOf(child, tagName), 0);
  return inside + (isElement(node) && node.tagName === tagName ? 1 : 0);
}

export function idOf(element: Element): string | null {
  const id = attrOf(element, "data-id");
  return isUuid(id) ? id : null;
}

export const IGNORED: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "head",
  "title",
  "meta",
  "link",
  "noscript",
  "iframe",
  "object",
]);
