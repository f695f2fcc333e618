/** HTML of other programs, before it is read as a document: what documents can't hold becomes what they can, or is named. */
import { isHttpsUrl } from "@colophon/model";
import { elements } from "./html-page.ts";
import { defaultTreeAdapter, html as names, parseFragment, serialize, type DefaultTreeAdapterTypes } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

export interface KeptHtml {
  readonly html: string;
  /** What is left out: the names of elements, and words for other parts. */
  readonly lost: readonly string[];
}

const isElement = (node: DefaultTreeAdapterTypes.Node): node is Element => "tagName" in node;
const attrOf = ({ attrs }: Element, name: string): string => attrs.find((attr) => attr.name === name)?.value.trim() ?? "";

function element(tagName: string, attrs: Readonly<Record<string, string>>, ...children: DefaultTreeAdapterTypes.ChildNode[]): Element {
  const given = Object.entries(attrs).map(([name, value]) => ({ name, value }));
  const made = defaultTreeAdapter.createElement(tagName, names.NS.HTML, given);
  for (const child of children) defaultTreeAdapter.appendChild(made, child);
  return made;
}

/** A page of another site in a frame. */
function embed(address: string): Element | null {
  const url = address.replace(/^(?:http:)?\/\//, "https://");
  return isHttpsUrl(url) ? element("div", { "data-type": "embed" }, element("a", { href: url })) : null;
}

function linkTo(href: string, title: string): Element {
  const link = element("a", { href });
  defaultTreeAdapter.insertText(link, title || href.replace(/^.*\//, ""));
  return element("p", {}, link);
}

/** A recording as a link to it. */
function recording(own: Element): Element | null {
  const source = own.childNodes.filter(isElement).find(({ tagName }) => tagName === "source");
  const href = attrOf(own, "src") || (source ? attrOf(source, "src") : "");
  return href === "" ? null : linkTo(href, attrOf(own, "title"));
}

/** What stands in the place of an element; null for one that is left out. */
const REPLACED: Readonly<Record<string, (own: Element) => Element | null>> = {
  iframe: (own) => embed(attrOf(own, "src") || attrOf(own, "data-src")),
  oembed: (own) => embed(attrOf(own, "url")),
  embed: (own) => embed(attrOf(own, "src")),
  object: (own) => embed(attrOf(own, "data")),
  video: recording,
  audio: recording,
  svg: () => null,
  canvas: () => null,
  input: (own) => (attrOf(own, "type") === "checkbox" ? own : null),
  select: () => null,
  textarea: () => null,
};

/** The HTML with frames as embeds, recordings as links, captions of tables as paragraphs, and lists only in items of lists. */
export function keptHtml(html: string): KeptHtml {
  const fragment = parseFragment(html);
  const lost = new Set<string>();
  keep(fragment, lost);
  return { html: serialize(fragment), lost: [...lost] };
}

function keep(parent: Parent, lost: Set<string>): void {
  if (parent.childNodes.some(isComment)) lost.add("comments");
  for (const node of parent.childNodes.filter(isElement)) {
    const link = lostLink(parent, node);
    if (link !== null) lost.add(link);
    const replace = Object.hasOwn(REPLACED, node.tagName) ? REPLACED[node.tagName] : undefined;
    const other = replace ? replace(node) : node;
    if (other === null) lost.add(node.tagName);
    if (other !== node) {
      if (other) defaultTreeAdapter.insertBefore(parent, other, node);
      defaultTreeAdapter.detachNode(node);
      continue;
    }
    if (isElement(parent) && parent.tagName === "figure" && isList(node)) asPlain(node);
    if (isList(node) && isElement(parent) && isList(parent)) intoItem(parent, node);
    keep(node, lost);
    if (node.tagName === "table") takeCaption(parent, node);
    const [, align] = /\bhas-text-align-(left|center|right)\b/.exec(attrOf(node, "class")) ?? [];
    if (align !== undefined) node.attrs.push({ name: "align", value: align });
  }
}

/** Not one for programs: the limits of a WordPress block, or a condition for a browser. */
function isComment(node: DefaultTreeAdapterTypes.ChildNode): boolean {
  return "data" in node && !/^\s*(?:\/?wp:|\[if\b|<!\[endif\]|more\b|nextpage\b|$)/.test(node.data);
}

const has = (node: DefaultTreeAdapterTypes.Node, tagName: string): boolean => elements(node, tagName).length > 0;
const PICTURE_FILE = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i;

/** A link that the document can't have: a caption is a text, and a picture leads nowhere. One to the file of the picture isn't missed. */
function lostLink(parent: Parent, node: Element): string | null {
  const isOfPicture = isElement(parent) && parent.tagName === "figure" && elements(parent, "img").length === 1;
  if (node.tagName === "figcaption" && isOfPicture) return has(node, "a") ? "links in captions" : null;
  const isLink = node.tagName === "a" && has(node, "img") && attrOf(node, "href") !== "";
  return isLink && !PICTURE_FILE.test(attrOf(node, "href")) ? "links of pictures" : null;
}

const isList = ({ tagName }: Element): boolean => tagName === "ul" || tagName === "ol";

/** A gallery: its pictures are no items of a list. */
function asPlain(list: Element): void {
  for (const item of [list, ...list.childNodes.filter(isElement)]) item.tagName = item.nodeName = "div";
}

/** A list inside a list belongs to the item before it. */
function intoItem(list: Element, inner: Element): void {
  const before = list.childNodes.slice(0, list.childNodes.indexOf(inner)).findLast(isElement);
  const item = before?.tagName === "li" ? before : element("li", {});
  if (item !== before) defaultTreeAdapter.insertBefore(list, item, inner);
  defaultTreeAdapter.detachNode(inner);
  defaultTreeAdapter.appendChild(item, inner);
}

function takeCaption(parent: Parent, table: Element): void {
  const caption = table.childNodes.filter(isElement).find(({ tagName }) => tagName === "caption");
  if (!caption) return;
  defaultTreeAdapter.detachNode(caption);
  defaultTreeAdapter.insertBefore(parent, element("p", {}, ...caption.childNodes), table);
}
