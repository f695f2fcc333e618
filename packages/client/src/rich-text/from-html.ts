/** HTML as documents: the HTML of `toHtml`, and that of other programs as far as documents have the same. Scripts and styles are left out. */
import { isHttpsUrl, isUuid, type CardNode, type DocumentInner, type DocumentNode } from "@colophon/model";
import { parseFragment } from "parse5";
import { attrOf, childrenOf, countOf, find, idOf, IGNORED, isElement, rawText, type Child, type Element } from "./html-elements.ts";
import { lines } from "./html-lines.ts";
import { innerNode, toTop, type Attrs } from "./nodes.ts";

export interface ReadOptions {
  /** The id of the asset that shows the image of a URL; null for none. Other images become links with their alternative text. */
  readonly assetOf?: (url: string) => string | null;
}

/** A text of HTML as a document. */
export function fromHtml(html: string, reading: ReadOptions = {}): readonly DocumentNode[] {
  return parseFragment(html).childNodes.flatMap((child) => ownBlock(child) ?? blocksIn([child], reading).map(toTop));
}

/** A block of the project, which only stands on the top level. */
function ownBlock(node: Child): readonly DocumentNode[] | null {
  const [type, text] = isElement(node) ? [attrOf(node, "data-type"), attrOf(node, "data-attrs")] : [null, null];
  if (type === null || text === null || !/^[a-zA-Z][a-zA-Z0-9]*$/.test(type)) return null;
  try {
    const attrs: unknown = JSON.parse(text);
    return typeof attrs === "object" && attrs !== null ? [{ _type: type, attrs: attrs as Attrs }] : null;
  } catch {
    return null;
  }
}

const INLINE: ReadonlySet<string> = new Set(
  [
    "a",
    "abbr",
    "b",
    "bdi",
    "bdo",
    "br",
    "cite",
    "code",
    "data",
    "del",
    "dfn",
    "em",
    "font",
    "i",
    "ins",
    "kbd",
    "label",
    "mark",
    "q",
    "s",
  ].concat(["samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var"]),
);

function isInline(node: Child): boolean {
  if (!isElement(node)) return "value" in node;
  return INLINE.has(node.tagName) && !childrenOf(node).some((child) => isElement(child) && !isInline(child));
}

/** Children as blocks: neighbouring texts are a paragraph. */
function blocksIn(children: readonly Child[], reading: ReadOptions): readonly DocumentInner[] {
  const groups: { readonly isText: boolean; readonly of: Child[] }[] = [];
  for (const child of children) {
    if (!isElement(child) && !("value" in child)) continue;
    const isText = isInline(child);
    const last = groups.at(-1);
    if (isText && last?.isText) last.of.push(child);
    else groups.push({ isText, of: [child] });
  }
  return groups.flatMap(({ isText, of }) => {
    if (!isText) return of.filter(isElement).flatMap((element) => elementBlocks(element, reading));
    const content = lines(of);
    return content.length > 0 ? [innerNode("paragraph", { content })] : [];
  });
}

function filled(element: Element, reading: ReadOptions): readonly DocumentInner[] {
  const content = blocksIn(element.childNodes, reading);
  return content.length > 0 ? content : [innerNode("paragraph")];
}

function captionOf(element: Element): string | null {
  const caption = find(element, "figcaption");
  return caption && rawText(caption);
}

const ALIGN: ReadonlySet<string | null> = new Set(["left", "center", "right"]);

function alignOf(element: Element): string | null {
  const align = attrOf(element, "align") ?? /text-align:\s*(left|center|right)/.exec(attrOf(element, "style") ?? "")?.[1] ?? null;
  return ALIGN.has(align) ? align : null;
}

function spanOf(element: Element, name: string): number | null {
  const span = Number(attrOf(element, name) ?? "");
  return Number.isInteger(span) && span >= 1 && span <= 100 ? span : null;
}

/** The elements of `toHtml` that name their node. */
const NAMED: Readonly<Record<CardNode, (element: Element) => DocumentInner | null>> = {
  image(element) {
    const align = attrOf(element, "data-align");
    const alt = attrOf(element, "data-alt") === null ? null : attrOf(find(element, "img") ?? element, "alt");
    return innerNode("image", {
      attrs: { image: idOf(element), alt, caption: captionOf(element), align: ALIGN.has(align) ? align : null },
    });
  },
  video: (element) => innerNode("video", { attrs: { video: idOf(element), caption: captionOf(element) } }),
  file(element) {
    const title = attrOf(element, "data-title") === null ? null : rawText(element);
    return innerNode("file", { attrs: { file: idOf(element), title } });
  },
  embed(element) {
    const url = attrOf(find(element, "a") ?? element, "href");
    return isHttpsUrl(url) ? innerNode("embed", { attrs: { url, provider: attrOf(element, "data-provider") } }) : null;
  },
  record(element) {
    const entity = attrOf(element, "data-entity");
    return entity === null ? null : innerNode("record", { attrs: { entity, id: idOf(element) } });
  },
};

function elementBlocks(element: Element, reading: ReadOptions): readonly DocumentInner[] {
  const { tagName } = element;
  if (IGNORED.has(tagName)) return [];
  const type = attrOf(element, "data-type") ?? "";
  const named = Object.hasOwn(NAMED, type) ? NAMED[type as CardNode](element) : null;
  if (named) return [named];
  const heading = /^h([1-6])$/.exec(tagName);
  if (heading) return [innerNode("heading", { attrs: { level: Math.min(Number(heading[1]), 4) }, content: lines(element.childNodes) })];
  switch (tagName) {
    case "p":
      if (find(element, "img")) return blocksIn(element.childNodes, reading);
      return [innerNode("paragraph", { content: lines(element.childNodes) })];
    case "img":
      return imageOf(element, null, reading);
    case "ul":
    case "ol":
      return listOf(element, reading);
    case "blockquote":
      return [innerNode("blockquote", { content: filled(element, reading) })];
    case "pre": {
      const code = find(element, "code") ?? element;
      const text = rawText(code);
      const language = /(?:^|\s)language-(.+)$/.exec(attrOf(code, "class") ?? "")?.[1] ?? null;
      return [innerNode("codeBlock", { attrs: { language }, content: text === "" ? [] : [{ type: "text", text }] })];
    }
    case "hr":
      return [innerNode("horizontalRule")];
    case "table":
      return tableOf(element, reading);
    case "figure": {
      const [image, ...more] = ["img", "table", "pre", "blockquote"].flatMap((name) => find(element, name) ?? []);
      if (image?.tagName === "img" && more.length === 0 && countOf(element, "img") === 1)
        return imageOf(image, captionOf(element), reading);
      return blocksIn(element.childNodes, reading);
    }
    default:
      return blocksIn(element.childNodes, reading);
  }
}

/** An image of another program: an asset, or a link to the image. */
function imageOf(image: Element, caption: string | null, { assetOf }: ReadOptions): readonly DocumentInner[] {
  const id = assetOf?.(attrOf(image, "src") ?? "") ?? null;
  const alt = attrOf(image, "alt");
  if (isUuid(id))
    return [innerNode("image", { attrs: { image: id, alt: alt === "" ? null : alt, caption: caption === "" ? null : caption } })];
  const content = lines([image]);
  const paragraphs = content.length > 0 ? [innerNode("paragraph", { content })] : [];
  return caption === null || caption === ""
    ? paragraphs
    : [...paragraphs, innerNode("paragraph", { content: [{ type: "text", text: caption }] })];
}

function listOf(element: Element, reading: ReadOptions): readonly DocumentInner[] {
  const items = element.childNodes.filter((child): child is Element => isElement(child) && child.tagName === "li");
  if (items.length === 0) return blocksIn(element.childNodes, reading);
  const isTasks = attrOf(element, "data-type") === "taskList";
  const start = element.tagName === "ol" ? Number(attrOf(element, "start") ?? "") : Number.NaN;
  const content = items.map((item) => {
    const checked = attrOf(item, "data-checked");
    return innerNode(isTasks ? "taskItem" : "listItem", {
      attrs: { checked: isTasks && checked !== null ? checked === "true" : null },
      content: filled(item, reading),
    });
  });
  const hasStart = attrOf(element, "start") !== null && Number.isInteger(start) && start >= 0;
  return [
    innerNode(isTasks ? "taskList" : element.tagName === "ol" ? "orderedList" : "bulletList", {
      attrs: { start: hasStart ? start : null },
      content,
    }),
  ];
}

function rowsIn(node: Child): readonly Element[] {
  return childrenOf(node).flatMap((child) =>
    !isElement(child) ? [] : child.tagName === "tr" ? [child] : child.tagName === "table" ? [] : rowsIn(child),
  );
}

function tableOf(element: Element, reading: ReadOptions): readonly DocumentInner[] {
  const rows = rowsIn(element).flatMap((row) => {
    const cells = row.childNodes.filter(
      (child): child is Element => isElement(child) && (child.tagName === "td" || child.tagName === "th"),
    );
    const content = cells.map((cell) =>
      innerNode(cell.tagName === "th" ? "tableHeader" : "tableCell", {
        attrs: { colspan: spanOf(cell, "colspan"), rowspan: spanOf(cell, "rowspan"), align: alignOf(cell) },
        content: filled(cell, reading),
      }),
    );
    return content.length > 0 ? [innerNode("tableRow", { content })] : [];
  });
  return rows.length > 0 ? [innerNode("table", { content: rows })] : [];
}
