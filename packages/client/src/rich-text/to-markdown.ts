/** Documents as Markdown: CommonMark with the tables, task lists and strike-through of GFM. */
import { isHttpsUrl, type DocumentInner, type DocumentMark, type NodeName, type RichDocument } from "@colophon/model";
import type { BlockContent, ListItem, PhrasingContent, RootContent, TableCell, TableRow } from "mdast";
import { gfmStrikethroughToMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemToMarkdown } from "mdast-util-gfm-task-list-item";
import { toMarkdown as write, type Info } from "mdast-util-to-markdown";
import { nodeNameOf, orderedMarks, plainContent, textOf, type AnyNode, type Attrs } from "./nodes.ts";

/** How nodes without Markdown of their own are written: as links with these titles, own blocks as code in this language. */
export const CARD_TITLE = "card";
export const EMBED_TITLE = "embed";
export const BLOCK_LANGUAGE = "block";

/**
 * A document as Markdown. Underlined, raised, lowered and highlighted texts lose these marks, cells of tables everything but their first
 * paragraph, and empty paragraphs are left out; all else is read back by `fromMarkdown`.
 */
export function toMarkdown(document: RichDocument): string {
  return write(
    { type: "root", children: document.flatMap(blockOf) },
    {
      extensions: [gfmTableToMarkdown(), gfmStrikethroughToMarkdown(), gfmTaskListItemToMarkdown()],
      bullet: "-",
      rule: "_", // a rule of "-" at the start of an item would be one with the item's bullet
      emphasis: "*",
      handlers: {
        thematicBreak: (_, parent) => (parent?.type === "listItem" ? "___" : "---"),
        text: ({ value }, _, state, info) => besideTildes(state.safe(value, info), info),
      },
    },
  );
}

/** A letter beside `~~` may be written as a reference, after which an underscore would be emphasis. */
function besideTildes(text: string, { before, after }: Info): string {
  const start = before === "~" ? text.replace(/^([^\\])(?=_)/u, "$1\\") : text;
  return after === "~" ? start.replace(/(?<!\\)(?=_.$)/u, "\\") : start;
}

type Converter = (attrs: Attrs, node: AnyNode) => readonly RootContent[];

const blocksIn = ({ content = [] }: AnyNode): BlockContent[] => content.flatMap(blockOf) as BlockContent[];
const textIn = ({ content = [] }: AnyNode): PhrasingContent[] => phrasing(content);
const linked = (url: string, label: string, title: string | null = null): readonly RootContent[] => [
  { type: "paragraph", children: [{ type: "link", url, title, children: label === "" ? [] : [{ type: "text", value: label }] }] },
];

function listOf(node: AnyNode, options: { ordered: boolean; start?: number | null }): readonly RootContent[] {
  const items = (node.content ?? []).map((item): ListItem => {
    const isTask = item.type === "taskItem";
    const children = isTask ? withLine(item) : blocksIn(item);
    return { type: "listItem", spread: !isTight(children), checked: isTask ? item.attrs?.["checked"] === true : null, children };
  });
  return [{ type: "list", spread: false, ...options, children: items }];
}

/** Its blocks after a line for the box to tick, which may be empty. */
function withLine(item: DocumentInner): BlockContent[] {
  const [first, ...more] = blocksIn(item);
  const isFilled = item.content?.[0]?.type !== "paragraph" || textIn(item.content[0]).length > 0;
  if (first?.type === "paragraph" && isFilled) return [first, ...more];
  return [{ type: "paragraph", children: [] }, ...(first ? [first] : []), ...more];
}

/** Whether it needs no blank lines: a paragraph, and a list below it. */
function isTight([first, second, ...more]: readonly BlockContent[]): boolean {
  return second === undefined || (first?.type === "paragraph" && second.type === "list" && more.length === 0);
}

function headed({ content = [] }: AnyNode): readonly RootContent[] {
  const rows = content.map((row): TableRow => ({ type: "tableRow", children: (row.content ?? []).map(cellOf) }));
  const align = (content[0]?.content ?? []).map(({ attrs }) => {
    const given = attrs?.["align"];
    return given === "left" || given === "center" || given === "right" ? given : null;
  });
  return [{ type: "table", align, children: rows }];
}

function cellOf({ content = [] }: DocumentInner): TableCell {
  return { type: "tableCell", children: phrasing(content.find(({ type }) => type === "paragraph")?.content ?? []) };
}

/** The nodes that have a form of their own in Markdown; parts of lists and tables are written with these. */
const CONVERTERS: Readonly<Record<NodeName, Converter>> = {
  paragraph: (_, node) => {
    const children = textIn(node);
    return children.length > 0 ? [{ type: "paragraph", children }] : []; // Markdown has no empty paragraphs
  },
  heading: ({ level }, node) => [{ type: "heading", depth: level === 1 || level === 2 || level === 3 ? level : 4, children: textIn(node) }],
  bulletList: (_, node) => listOf(node, { ordered: false }),
  taskList: (_, node) => listOf(node, { ordered: false }),
  orderedList: ({ start }, node) => listOf(node, { ordered: true, start: typeof start === "number" ? start : 1 }),
  listItem: (_, node) => blocksIn(node),
  taskItem: (_, node) => blocksIn(node),
  blockquote: (_, node) => [{ type: "blockquote", children: blocksIn(node) }],
  codeBlock: ({ language }, node) => [{ type: "code", lang: textOf(language), value: plainContent(node) }],
  horizontalRule: () => [{ type: "thematicBreak" }],
  hardBreak: () => [],
  table: (_, node) => headed(node),
  tableRow: () => [],
  tableHeader: () => [],
  tableCell: () => [],
  image: ({ image, alt, caption }) => {
    const id = textOf(image);
    if (id === null) return [];
    return [{ type: "paragraph", children: [{ type: "image", url: `asset:${id}`, alt: textOf(alt), title: textOf(caption) }] }];
  },
  file: ({ file, title }) => (textOf(file) === null ? [] : linked(`record:_file/${textOf(file)}`, textOf(title) ?? "")),
  video: ({ video, caption }) => (textOf(video) === null ? [] : linked(`record:_video/${textOf(video)}`, textOf(caption) ?? "")),
  embed: ({ url, provider }) => (isHttpsUrl(url) ? linked(url, textOf(provider) ?? "", EMBED_TITLE) : []),
  record: ({ entity, id }) =>
    textOf(id) === null ? [] : linked(`record:${textOf(entity)}/${textOf(id)}`, textOf(entity) ?? "", CARD_TITLE),
};

function blockOf(node: AnyNode): readonly RootContent[] {
  const name = nodeNameOf(node);
  const converter = Object.hasOwn(CONVERTERS, name) ? CONVERTERS[name as NodeName] : null;
  if (converter) return converter(node.attrs ?? {}, node);
  return [{ type: "code", lang: BLOCK_LANGUAGE, meta: name, value: JSON.stringify(node.attrs ?? {}, null, 2) }];
}

interface Marked {
  readonly node: DocumentInner;
  readonly marks: readonly DocumentMark[];
}

/** Texts with nested marks: neighbours with the same outermost mark are in one. At the end of a line, a break would be read as a backslash. */
function phrasing(content: readonly DocumentInner[]): PhrasingContent[] {
  const end = content.findLastIndex(({ type }) => type !== "hardBreak");
  return nested(
    content.slice(0, end + 1).map((node) => ({ node, marks: orderedMarks(node.marks).filter(({ type }) => WRITTEN.has(type)) })),
  );
}

const WRITTEN: ReadonlySet<string> = new Set(["link", "bold", "italic", "strike", "code"]);

/** Texts beside each other with a mark in common are in that mark: of several, in the one that most of the following texts have. */
function nested(texts: readonly Marked[]): PhrasingContent[] {
  const content: PhrasingContent[] = [];
  for (let at = 0; at < texts.length;) {
    const [outer] = extents(texts, at).toSorted((one, other) => other.end - one.end);
    content.push(...(outer ? marked(outer.mark, texts.slice(at, outer.end)) : texts.slice(at, at + 1).flatMap(({ node }) => plain(node))));
    at = outer?.end ?? at + 1;
  }
  return content;
}

/** The marks of a text, each with the position at which the texts with it end. Code contains no other marks. */
function extents(texts: readonly Marked[], at: number): readonly { readonly mark: DocumentMark; readonly end: number }[] {
  const { marks = [] } = texts[at] ?? {};
  return marks.map((mark) => {
    const isIn = (text: Marked): boolean =>
      text.marks.some((own) => isSameMark(own, mark)) && (mark.type !== "code" || text.marks.length === 1);
    const end = texts.findIndex((text, index) => index >= at && !isIn(text));
    return { mark, end: end === -1 ? texts.length : end };
  });
}

function isSameMark(one: DocumentMark, other: DocumentMark): boolean {
  return one.type === other.type && JSON.stringify(one.attrs) === JSON.stringify(other.attrs);
}

function plain({ type, text = "" }: DocumentInner): PhrasingContent[] {
  if (type === "hardBreak") return [{ type: "break" }];
  return type === "text" ? [{ type: "text", value: text.replaceAll(/\s*\n\s*/g, " ") }] : [];
}

function marked(mark: DocumentMark, of: readonly Marked[]): PhrasingContent[] {
  const { type, attrs = {} } = mark;
  if (type === "code") return [{ type: "inlineCode", value: of.map(({ node }) => node.text ?? "").join("") }];
  const children = nested(of.map(({ node, marks }) => ({ node, marks: marks.filter((own) => !isSameMark(own, mark)) })));
  if (type === "bold") return [{ type: "strong", children }];
  if (type === "italic") return [{ type: "emphasis", children }];
  if (type === "strike") return [{ type: "delete", children }];
  const url = textOf(attrs["href"]) ?? (textOf(attrs["id"]) === null ? null : `record:${textOf(attrs["entity"])}/${textOf(attrs["id"])}`);
  return url === null ? children : [{ type: "link", url, children }];
}
