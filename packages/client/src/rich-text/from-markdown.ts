/** Markdown as documents. HTML in it is text: it never becomes HTML again. */
import { isHttpsUrl, isSafeHref, isUuid, type DocumentInner, type DocumentMark, type DocumentNode } from "@colophon/model";
import type { Definition, ListItem, Nodes, Paragraph, PhrasingContent, RootContent, Table, TableRow } from "mdast";
import { BLOCK_LANGUAGE, CARD_TITLE, EMBED_TITLE } from "./to-markdown.ts";
import { innerNode, joinTexts, orderedMarks, toTop } from "./nodes.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import type { ReadOptions } from "./from-html.ts";

interface Reading extends ReadOptions {
  readonly definitions: ReadonlyMap<string, Definition>;
}

/** A Markdown text as a document. Images must be assets (`asset:<id>`); others become links. */
export function fromMarkdown(markdown: string, options: ReadOptions = {}): readonly DocumentNode[] {
  const { root, definitions } = parseMarkdown(markdown);
  return root.children.flatMap((node) => ownBlock(node) ?? blocks(node, { ...options, definitions }).map(toTop));
}

/** A block of the project, which only stands on the top level. */
function ownBlock(node: RootContent): readonly DocumentNode[] | null {
  if (node.type !== "code" || node.lang !== BLOCK_LANGUAGE || !node.meta || !/^[a-zA-Z][a-zA-Z0-9]*$/.test(node.meta)) return null;
  try {
    const attrs: unknown = JSON.parse(node.value);
    return typeof attrs === "object" && attrs !== null ? [{ _type: node.meta, attrs: attrs as Record<string, unknown> }] : null;
  } catch {
    return null;
  }
}

/** A node as blocks: none for a definition, several for a paragraph with images. */
function blocks(node: Nodes, reading: Reading): readonly DocumentInner[] {
  switch (node.type) {
    case "paragraph":
      return paragraphs(node, reading);
    case "heading":
      return [innerNode("heading", { attrs: { level: Math.min(node.depth, 4) }, content: inline(node.children, reading) })];
    case "blockquote":
      return [innerNode("blockquote", { content: filled(node.children, reading) })];
    case "list": {
      const isTasks = !node.ordered && node.children.some(({ checked }) => typeof checked === "boolean");
      const type = node.ordered ? "orderedList" : isTasks ? "taskList" : "bulletList";
      const attrs = node.ordered && node.start !== 1 ? { start: node.start } : {};
      return [innerNode(type, { attrs, content: node.children.map((item) => listItem(item, isTasks, reading)) })];
    }
    case "code": {
      const code = node.value === "" ? [] : [{ type: "text", text: node.value }];
      return [innerNode("codeBlock", { attrs: { language: node.lang }, content: code })];
    }
    case "thematicBreak":
      return [innerNode("horizontalRule")];
    case "table":
      return [tableOf(node, reading)];
    case "html":
      return [innerNode("paragraph", { content: texts(node.value, []) })];
    default:
      return [];
  }
}

/** Containers have at least a paragraph. */
function filled(children: readonly Nodes[], reading: Reading): readonly DocumentInner[] {
  const content = children.flatMap((child) => blocks(child, reading));
  return content.length > 0 ? content : [innerNode("paragraph")];
}

function listItem({ checked, children }: ListItem, isTask: boolean, reading: Reading): DocumentInner {
  const content = filled(children, reading);
  if (!isTask) return innerNode("listItem", { content });
  return innerNode("taskItem", {
    attrs: { checked: checked === true },
    content: content.map((node, at) => (at === 0 ? unspaced(node) : node)),
  });
}

/** A box to tick needs a text beside it: a space alone is none. */
function unspaced(line: DocumentInner): DocumentInner {
  const [text, ...more] = line.content ?? [];
  return text?.text?.trim() === "" && more.length === 0 ? innerNode(line.type) : line;
}

function tableOf({ align, children }: Table, reading: Reading): DocumentInner {
  const row = ({ children: cells }: TableRow, at: number) =>
    innerNode("tableRow", {
      content: cells.map((cell, column) =>
        innerNode(at === 0 ? "tableHeader" : "tableCell", {
          attrs: { align: align?.[column] },
          content: [innerNode("paragraph", { content: inline(cell.children, reading) })],
        }),
      ),
    });
  return innerNode("table", { content: children.map(row) });
}

/** A paragraph, with its images as blocks between its texts. One with a link alone may be a card, an embed, a file or a video. */
function paragraphs({ children }: Paragraph, reading: Reading): readonly DocumentInner[] {
  const alone = children.length === 1 ? standing(children[0], reading) : null;
  if (alone) return [alone];
  const parts: { image: DocumentInner | null; of: PhrasingContent[] }[] = [];
  for (const child of children) {
    const image = imageOf(child, reading);
    const last = parts.at(-1);
    if (image) parts.push({ image, of: [] });
    else if (last && !last.image) last.of.push(child);
    else parts.push({ image: null, of: [child] });
  }
  return parts.flatMap(({ image, of }) => {
    if (image) return [image];
    const content = parts.length > 1 ? trimmed(inline(of, reading)) : inline(of, reading);
    return content.length > 0 || parts.length === 1 ? [innerNode("paragraph", { content })] : [];
  });
}

/** Without the spaces and line breaks at its ends. */
function trimmed(content: readonly DocumentInner[]): readonly DocumentInner[] {
  const [first, last] = [content[0], content.at(-1)];
  if (first?.type === "hardBreak" || first?.text?.trim() === "") return trimmed(content.slice(1));
  if (last?.type === "hardBreak" || last?.text?.trim() === "") return trimmed(content.slice(0, -1));
  return content.map((node, at) => {
    const start = at === 0 ? node.text?.trimStart() : node.text;
    const text = at === content.length - 1 ? start?.trimEnd() : start;
    return text === undefined ? node : { ...node, text };
  });
}

function imageOf(node: PhrasingContent, { definitions, assetOf }: Reading): DocumentInner | null {
  if (node.type !== "image" && node.type !== "imageReference") return null;
  const { url = "", title = null } = node.type === "image" ? node : (definitions.get(node.identifier) ?? {});
  const id = url.startsWith("asset:") ? url.slice("asset:".length) : assetOf?.(url);
  return isUuid(id) ? innerNode("image", { attrs: { image: id, alt: node.alt === "" ? null : node.alt, caption: title } }) : null;
}

const RECORD = /^record:([A-Za-z_][\w-]*)\/([0-9a-fA-F-]{36})$/;

function recordOf(url: string): { readonly entity: string; readonly id: string } | null {
  const [, entity = "", id = ""] = RECORD.exec(url) ?? [];
  return isUuid(id) ? { entity, id } : null;
}

function standing(node: PhrasingContent | undefined, reading: Reading): DocumentInner | null {
  if (node?.type !== "link") return null;
  const [record, label] = [
    recordOf(node.url),
    inline(node.children, reading)
      .map(({ text = "" }) => text)
      .join(""),
  ];
  const named = label === "" ? null : label;
  if (record?.entity === "_file") return innerNode("file", { attrs: { file: record.id, title: named } });
  if (record?.entity === "_video") return innerNode("video", { attrs: { video: record.id, caption: named } });
  if (record && node.title === CARD_TITLE) return innerNode("record", { attrs: record });
  return node.title === EMBED_TITLE && isHttpsUrl(node.url) ? innerNode("embed", { attrs: { url: node.url, provider: named } }) : null;
}

function texts(value: string, marks: readonly DocumentMark[]): readonly DocumentInner[] {
  const text = value.replaceAll(/\s*\n\s*/g, " ");
  return text === "" ? [] : [{ type: "text", text, ...(marks.length > 0 && { marks: orderedMarks(marks) }) }];
}

function linkMark(url: string): readonly DocumentMark[] {
  const record = recordOf(url);
  if (record) return [{ type: "link", attrs: record }];
  return isSafeHref(url) ? [{ type: "link", attrs: { href: url } }] : [];
}

function inline(children: readonly PhrasingContent[], reading: Reading, marks: readonly DocumentMark[] = []): readonly DocumentInner[] {
  return joinTexts(children.flatMap((child) => inlineNode(child, reading, marks)));
}

const SIMPLE = { strong: "bold", emphasis: "italic", delete: "strike" } as const;

function inlineNode(node: PhrasingContent, reading: Reading, marks: readonly DocumentMark[]): readonly DocumentInner[] {
  const within = (more: readonly DocumentMark[], children: readonly PhrasingContent[]) =>
    inline(children, reading, [...marks.filter(({ type }) => !more.some((added) => added.type === type)), ...more]);
  switch (node.type) {
    case "text":
    case "html":
      return texts(node.value, marks);
    case "inlineCode":
      return texts(node.value, [...marks, { type: "code" }]);
    case "break":
      return [innerNode("hardBreak")];
    case "strong":
    case "emphasis":
    case "delete":
      return within([{ type: SIMPLE[node.type] }], node.children);
    case "link":
      return within(linkMark(node.url), node.children);
    case "linkReference":
      return within(linkMark(reading.definitions.get(node.identifier)?.url ?? ""), node.children);
    case "image":
      return texts(node.alt ?? "", [...marks, ...linkMark(node.url)]);
    case "imageReference":
      return texts(node.alt ?? "", [...marks, ...linkMark(reading.definitions.get(node.identifier)?.url ?? "")]);
    default:
      return [];
  }
}
