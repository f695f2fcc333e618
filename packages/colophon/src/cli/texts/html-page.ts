/** A page of HTML: its title, what its `meta` elements say, and its content. */
import { parse, serialize, type DefaultTreeAdapterTypes } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export interface HtmlPage {
  /** `title`, `meta.description` */
  readonly values: Readonly<Record<string, string>>;
  readonly html: string;
}

const isElement = (node: Node): node is Element => "tagName" in node;

/** The elements of a name, with the node itself. */
export function elements(node: Node, tagName: string): readonly Element[] {
  const inside = "childNodes" in node ? node.childNodes.flatMap((child) => elements(child, tagName)) : [];
  return isElement(node) && node.tagName === tagName ? [node, ...inside] : inside;
}

function textOf(node: Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

/** The content is the only `main` or `article`, else the body. */
export function readPage(source: string): HtmlPage {
  const page = parse(source);
  const [title] = elements(page, "title");
  const named = elements(page, "meta").flatMap(({ attrs }): [string, string][] => {
    const own = new Map(attrs.map(({ name, value }) => [name, value]));
    const name = own.get("name") ?? own.get("property");
    return name === undefined ? [] : [[`meta.${name}`, own.get("content") ?? ""]];
  });
  const contents = ["main", "article"].map((name) => elements(page, name)).find(({ length }) => length === 1);
  const content = contents?.[0] ?? elements(page, "body")[0] ?? page;
  return { values: Object.fromEntries([...(title ? [["title", textOf(title).trim()]] : []), ...named]), html: serialize(content) };
}
