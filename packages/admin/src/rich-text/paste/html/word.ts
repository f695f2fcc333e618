/** HTML as Word makes it, on the desktop and in the browser. */
import { levelItem, withLists } from "./level-lists.ts";
import {
  attrOf,
  find,
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

export function isWord(html: string): boolean {
  return /urn:schemas-microsoft-com:office|name="?Generator"? content="?Microsoft Word|class="?(?:Mso|ListContainerWrapper)/i.test(html);
}

/** The paragraphs with a name that stand for another element. */
const PARAGRAPHS: Readonly<Record<string, string>> = {
  MsoTitle: "h1",
  MsoSubtitle: "h2",
  MsoHeading7: "h4",
  MsoHeading8: "h4",
  MsoHeading9: "h4",
};
const QUOTES: ReadonlySet<string> = new Set(["MsoQuote", "MsoIntenseQuote"]);

/** The mark in front of an item: a bullet, a number. */
function isMarker(element: Element): boolean {
  return styleOf(element).get("mso-list") === "ignore";
}

/** The number of an item: null for a bullet. */
function numberOf(marker: string): number | null {
  const text = marker.trim().replaceAll("\u00a0", "");
  if (!/^\(?(?:\d+(?:\.\d+)*|[a-z]{1,5}|[A-Z]{1,5})[.)]\)?$/.test(text)) return null;
  const number = Number.parseInt(text.replace(/^\(/, ""), 10);
  return Number.isNaN(number) ? 1 : number;
}

function paragraphOf(element: Element, children: readonly Child[]): readonly Child[] {
  const level = /\blevel(\d)/.exec(styleOf(element).get("mso-list") ?? "")?.[1];
  const name = attrOf(element, "class") ?? "";
  if (level !== undefined && !/^h\d$/.test(element.tagName)) {
    const marker = find(element, isMarker);
    return [levelItem([newElement("p", children)], { level: Number(level), start: marker && numberOf(textOf(marker)) })];
  }
  if (!element.tagName.startsWith("h") && isEmpty(children)) return [];
  if (QUOTES.has(name)) return [newElement("blockquote", [newElement("p", children)])];
  const tag = PARAGRAPHS[name];
  return [tag === undefined ? withChildren(element, children) : newElement(tag, children)];
}

/** Paragraphs that only make a space. */
function isEmpty(children: readonly Child[]): boolean {
  return children.every(
    (child) => textOf(child).replaceAll("\u00a0", "").trim() === "" && !find(child, ({ tagName }) => tagName === "img"),
  );
}

/** Items of Word in the browser: each in a list of its own, with its level. */
function listOf(list: Element, children: readonly Child[]): readonly Child[] {
  const items = children.filter(isElement);
  const levels = items.map((item) => attrOf(item, "data-aria-level"));
  if (items.length === 0 || levels.includes(null)) return [withChildren(list, children)];
  return items.map((item, at) =>
    levelItem(item.childNodes, { level: Number(levels[at]), start: list.tagName === "ol" ? Number(attrOf(list, "start") ?? 1) : null }),
  );
}

/** Links to places in the file, to comments and footnotes lead nowhere here. */
function isLocal(href: string): boolean {
  return href.startsWith("#") || /^file:/i.test(href);
}

/** A field of a form in the file, with its text. */
const CONTENT_CONTROL = "w:sdt";

function rewrite(element: Element, children: readonly Child[]): readonly Child[] {
  if (element.tagName === CONTENT_CONTROL) return children;
  if (isMarker(element) || /\bEOP\b/.test(attrOf(element, "class") ?? "") || /^[vw]:|^xml$/.test(element.tagName)) return [];
  if (element.tagName === "o:p") return textOf(element).trim() === "" ? [] : children;
  if (/^(?:p|h[1-6])$/.test(element.tagName)) return paragraphOf(element, children);
  if (element.tagName === "ul" || element.tagName === "ol") return listOf(element, children);
  if (element.tagName === "br" && /page-break-before/.test(attrOf(element, "style") ?? "")) return [];
  if (element.tagName === "a" && isLocal(attrOf(element, "href") ?? "")) return children;
  return element.tagName === "div" ? children : [withChildren(element, children)];
}

export function fromWord(nodes: readonly Child[]): readonly Child[] {
  return rewrittenIn(rewritten(nodes, rewrite), withLists);
}
