/** Trees of parsed HTML, and how they are rewritten. */
import { defaultTreeAdapter, html, parse, serialize, type DefaultTreeAdapterTypes } from "parse5";

export type Child = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;

/** What stands in place of an element: itself with other children, others, or nothing. It is called for the inner elements first. */
export type Rewrite = (element: Element, children: readonly Child[]) => readonly Child[];

export function isElement(node: Child): node is Element {
  return "tagName" in node;
}

export function attrOf({ attrs }: Element, name: string): string | null {
  return attrs.find((attr) => attr.name === name)?.value ?? null;
}

/** The text of a node; the element's own text before it was rewritten. */
export function textOf(node: Child): string {
  if (!isElement(node)) return "value" in node ? node.value : "";
  return node.childNodes.map(textOf).join("");
}

export function find(node: Child, isIt: (element: Element) => boolean): Element | null {
  if (!isElement(node)) return null;
  return isIt(node) ? node : node.childNodes.reduce<Element | null>((found, child) => found ?? find(child, isIt), null);
}

export function withChildren(element: Element, children: readonly Child[]): Element {
  return { ...element, childNodes: [...children] };
}

export function newElement(tagName: string, children: readonly Child[], attrs: Readonly<Record<string, string>> = {}): Element {
  const given = Object.entries(attrs).map(([name, value]) => ({ name, value }));
  return withChildren(defaultTreeAdapter.createElement(tagName, html.NS.HTML, given), children);
}

/** The nodes without comments, every element rewritten. */
export function rewritten(nodes: readonly Child[], rewrite: Rewrite): readonly Child[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return "value" in node ? [node] : [];
    return rewrite(node, rewritten(node.childNodes, rewrite));
  });
}

/** The element as if each container of nodes, and the top level, was rewritten by this function after its elements. */
export function rewrittenIn(nodes: readonly Child[], arrange: (children: readonly Child[]) => readonly Child[]): readonly Child[] {
  return arrange(rewritten(nodes, (element, children) => [withChildren(element, arrange(children))]));
}

/** The nodes of a page's body. */
export function bodyOf(text: string): readonly Child[] {
  const root = parse(text).childNodes.find((node) => isElement(node) && node.tagName === "html");
  const body = root && isElement(root) ? root.childNodes.find((node) => isElement(node) && node.tagName === "body") : undefined;
  return body && isElement(body) ? body.childNodes : [];
}

export function htmlOf(nodes: readonly Child[]): string {
  return serialize(newElement("div", nodes));
}

/** The declarations in an element's `style`, by their names. */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  const declarations = (attrOf(element, "style") ?? "").split(";").flatMap((declaration): readonly (readonly [string, string])[] => {
    const at = declaration.indexOf(":");
    return at < 0
      ? []
      : [
          [
            declaration.slice(0, at).trim().toLowerCase(),
            declaration
              .slice(at + 1)
              .trim()
              .toLowerCase(),
          ],
        ];
  });
  return new Map(declarations);
}

const BLOCKS: ReadonlySet<string> = new Set(
  "address article aside blockquote div dl dd dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul".split(
    " ",
  ),
);

/** Whether it begins a line of its own. */
export function isBlock(node: Child): boolean {
  return isElement(node) && BLOCKS.has(node.tagName);
}
