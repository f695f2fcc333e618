/** A document in the form that a field allows. */
import { embedsOf, marksOf, nodesOf, type DocumentInner, type DocumentMark, type DocumentNode, type RichDocument } from "@colophon/model";
import type { DefinitionOf } from "../../record-model/types.ts";

/** What a field allows. */
export type Allowed = Pick<DefinitionOf<"richtext">, "nodes" | "marks" | "embeds" | "blocks">;

export interface Fitted {
  readonly document: RichDocument;
  /** The nodes and marks that became something else, by their names. */
  readonly changed: readonly string[];
  /** Those that are missing: there is no other form of them. */
  readonly lost: readonly string[];
}

interface Fitting {
  readonly nodes: readonly string[];
  readonly marks: readonly string[];
  readonly embeds: readonly string[];
  readonly blocks: readonly string[];
  readonly changed: Set<string>;
  readonly lost: Set<string>;
}

type Nodes = readonly DocumentInner[];

/** The document with the nearest allowed form of each node and mark. */
export function fitDocument(document: RichDocument, allowed: Allowed): Fitted {
  const fitting: Fitting = {
    nodes: nodesOf(allowed),
    marks: marksOf(allowed),
    embeds: embedsOf(allowed),
    blocks: (allowed.blocks ?? []).map(({ name }) => name),
    changed: new Set(),
    lost: new Set(),
  };
  const fitted = document.flatMap((node): readonly DocumentNode[] => {
    if (fitting.blocks.includes(node._type)) return [node];
    const { _type: type, ...rest } = node;
    return blocksOf(fitting, { type, ...rest }).map(({ type: _type, text: _text, marks: _marks, ...inner }) => ({ _type, ...inner }));
  });
  return { document: fitted, changed: [...fitting.changed], lost: [...fitting.lost] };
}

const TEXTS: ReadonlySet<string> = new Set(["paragraph", "heading"]);

/** A block in its allowed form. */
function blocksOf(fitting: Fitting, node: DocumentInner): Nodes {
  const { type, content = [] } = node;
  if (fitting.nodes.includes(type) && isKnownRecord(fitting, node)) {
    if (type === "codeBlock") return [node];
    return [{ ...node, ...(content.length > 0 && { content: TEXTS.has(type) ? linesOf(fitting, content) : insideOf(fitting, node) }) }];
  }
  const other = Object.hasOwn(FORMS, type) ? FORMS[type]?.(fitting, node) : undefined;
  (other ? fitting.changed : fitting.lost).add(type);
  return other ?? [];
}

function isKnownRecord({ embeds }: Fitting, { type, attrs }: DocumentInner): boolean {
  return type !== "record" || embeds.includes(String(attrs?.["entity"]));
}

/** The content of a list, an item, a quote or a table; containers have a paragraph at least. */
function insideOf(fitting: Fitting, { type, content = [] }: DocumentInner): Nodes {
  if (PARTS.has(type)) return content.map((part) => ({ ...part, content: insideOf(fitting, part) }));
  const blocks = content.flatMap((block) => blocksOf(fitting, block));
  const [first, ...rest] = blocks;
  if (!first || !ITEMS.has(type) || first.type === "paragraph") return first ? blocks : [{ type: "paragraph" }];
  return first.type === "heading" ? [paragraph(first.content ?? []), ...rest] : [{ type: "paragraph" }, ...blocks];
}

/** The editor's items begin with a paragraph. */
const ITEMS: ReadonlySet<string> = new Set(["listItem", "taskItem"]);

/** Nodes that contain parts of themselves: items, rows, cells. */
const PARTS: ReadonlySet<string> = new Set(["bulletList", "orderedList", "taskList", "table", "tableRow"]);

/** The other forms of nodes that a field doesn't allow. Those without another form are lost. */
const FORMS: Readonly<Record<string, (fitting: Fitting, node: DocumentInner) => Nodes>> = {
  heading: (fitting, { content = [] }) => [paragraph(linesOf(fitting, content))],
  blockquote: (fitting, node) => insideOf(fitting, node),
  bulletList: (fitting, node) => itemsOf(fitting, node, () => "• "),
  orderedList: (fitting, node) => itemsOf(fitting, node, (_, at) => `${Number(node.attrs?.["start"] ?? 1) + at}. `),
  taskList(fitting, node) {
    const box = ({ attrs }: DocumentInner) => (attrs?.["checked"] === true ? "[x] " : "[ ] ");
    if (!fitting.nodes.includes("bulletList")) return itemsOf(fitting, node, box);
    const items = (node.content ?? []).map((item) => ({ type: "listItem", content: marked(insideOf(fitting, item), box(item)) }));
    return [{ type: "bulletList", content: items }];
  },
  codeBlock: ({ marks }, { content = [] }) => {
    const code = marks.includes("code") ? { marks: [{ type: "code" }] } : {};
    const lines = content
      .map(({ text = "" }) => text)
      .join("")
      .split("\n");
    return [
      paragraph(
        lines.flatMap((text, at) => [
          ...(at > 0 ? [{ type: "hardBreak" }] : []),
          ...(text === "" ? [] : [{ type: "text", text, ...code }]),
        ]),
      ),
    ];
  },
  table: (fitting, { content: rows = [] }) =>
    rows.map(({ content: cells = [] }) =>
      paragraph(
        joined(
          cells.map((cell) => textsIn(fitting, cell)),
          " | ",
        ),
      ),
    ),
  embed: (fitting, { attrs }) => [paragraph(linesOf(fitting, [linkTo(String(attrs?.["url"]))]))],
};

function paragraph(content: Nodes): DocumentInner {
  return { type: "paragraph", ...(content.length > 0 && { content }) };
}

function linkTo(url: string): DocumentInner {
  return { type: "text", text: url, marks: [{ type: "link", attrs: { href: url } }] };
}

/** The items of a list as paragraphs that begin with a mark. */
function itemsOf(fitting: Fitting, { content = [] }: DocumentInner, mark: (item: DocumentInner, at: number) => string): Nodes {
  return content.flatMap((item, at) => marked(insideOf(fitting, item), mark(item, at)));
}

/** The blocks, the first of which begins with this text. */
function marked([first, ...rest]: Nodes, text: string): Nodes {
  const mark = { type: "text", text };
  if (first?.type !== "paragraph") return [paragraph([mark]), ...(first ? [first] : []), ...rest];
  return [paragraph([mark, ...(first.content ?? [])]), ...rest];
}

/** The texts of all blocks inside. */
function textsIn(fitting: Fitting, { content = [] }: DocumentInner): Nodes {
  const parts = content.map((node) => (node.type === "text" || node.type === "hardBreak" ? null : textsIn(fitting, node)));
  return parts.includes(null) ? linesOf(fitting, content) : joined(parts as readonly Nodes[], " ");
}

function joined(parts: readonly Nodes[], between: string): Nodes {
  return parts.flatMap((part, at) => (at > 0 ? [{ type: "text", text: between }, ...part] : part));
}

/** Texts with the marks that are allowed; a link that isn't is followed by its URL. */
function linesOf(fitting: Fitting, content: Nodes): Nodes {
  return content.flatMap((node, at) => {
    const given = node.marks ?? [];
    const marks = given.filter((one) => isAllowed(fitting, one));
    for (const { type } of given.filter((one) => !marks.includes(one))) fitting.changed.add(type);
    const { marks: _, ...bare } = node;
    const text = marks.length > 0 ? { ...bare, marks } : bare;
    const href = hrefOf(given, marks);
    const isLast = href !== hrefOf(content[at + 1]?.marks ?? [], []);
    return href !== null && isLast && href !== node.text ? [text, { type: "text", text: ` (${href})` }] : [text];
  });
}

function isAllowed({ marks, embeds }: Fitting, { type, attrs }: DocumentMark): boolean {
  const entity = attrs?.["entity"] ?? null;
  return marks.includes(type) && (type !== "link" || entity === null || embeds.includes(String(entity)));
}

/** The URL of a link that is given, but not among those that stay. */
function hrefOf(given: readonly DocumentMark[], kept: readonly DocumentMark[]): string | null {
  const href = given.find(({ type }) => type === "link")?.attrs?.["href"];
  return typeof href === "string" && !kept.some(({ type }) => type === "link") ? href : null;
}
