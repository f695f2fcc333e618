/** Documents as HTML. Every text and attribute is escaped, and URLs run no script: no other HTML can get in. */
import {
  isHttpsUrl,
  isSafeHref,
  type DocumentInner,
  type DocumentMark,
  type MarkName,
  type NodeName,
  type RichDocument,
} from "@colophon/model";
import { memberOf, nodeNameOf, orderedMarks, plainContent, textOf, type AnyNode, type Attrs } from "./nodes.ts";

/** Renders a node, or a mark, in a way of your own: `attrs` are its attributes, `content` the HTML inside it. The result is HTML. */
export type Renderer = (attrs: Attrs, content: string) => string;

export interface HtmlOptions {
  /** By the names of nodes, marks and your own blocks. */
  readonly render?: Readonly<Record<string, Renderer>>;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as HTML, also inside an attribute with quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

function tag(name: string, attrs: Attrs, content: string | null): string {
  const given = Object.entries(attrs).flatMap(([key, value]) =>
    value === null || value === undefined || value === false ? [] : [value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`],
  );
  return `<${name}${given.join("")}>${content === null ? "" : `${content}</${name}>`}`;
}

const wrap =
  (name: string, attrsOf: (attrs: Attrs) => Attrs = () => ({})): Renderer =>
  (attrs, content) =>
    tag(name, attrsOf(attrs), content);

function urlOf(record: unknown): string | null {
  const url = memberOf(record, "url");
  return isSafeHref(url) ? url : null;
}

function captioned(attrs: Attrs, inside: string): string {
  const caption = textOf(attrs["caption"]);
  return inside + (caption === null ? "" : tag("figcaption", {}, escapeHtml(caption)));
}

const spans = ({ colspan, rowspan, align }: Attrs): Attrs => ({ colspan, rowspan, align });

/** Every node. Own blocks are empty elements with their attributes as data. */
const NODES: Readonly<Record<NodeName, Renderer>> = {
  paragraph: wrap("p"),
  heading: ({ level }, content) => tag(`h${level === 1 || level === 2 || level === 3 ? level : 4}`, {}, content),
  bulletList: wrap("ul"),
  orderedList: wrap("ol", ({ start }) => ({ start })),
  listItem: wrap("li"),
  taskList: wrap("ul", () => ({ "data-type": "taskList" })),
  taskItem: wrap("li", ({ checked }) => ({ "data-checked": checked === true ? "true" : checked === false ? "false" : null })),
  blockquote: wrap("blockquote"),
  codeBlock: ({ language }, content) => {
    const named = textOf(language);
    return tag("pre", {}, tag("code", { class: named === null ? null : `language-${named}` }, content));
  },
  horizontalRule: () => "<hr>",
  hardBreak: () => "<br>",
  table: (_, content) => tag("table", {}, tag("tbody", {}, content)),
  tableRow: wrap("tr"),
  tableHeader: wrap("th", spans),
  tableCell: wrap("td", spans),
  image: (attrs) => {
    const { image, alt, align } = attrs;
    const picture = tag("img", { src: urlOf(image), alt: textOf(alt) ?? "" }, null);
    const hasAlt = textOf(alt) !== null;
    return tag(
      "figure",
      { "data-type": "image", "data-id": textOf(image), "data-align": align, "data-alt": hasAlt },
      captioned(attrs, picture),
    );
  },
  video: (attrs) => {
    const url = urlOf(attrs["video"]);
    const player = url === null ? "" : tag("video", { controls: true, preload: "none", src: url }, "");
    return tag("figure", { "data-type": "video", "data-id": textOf(attrs["video"]) }, captioned(attrs, player));
  },
  file: ({ file, title }) => {
    const label = textOf(title);
    const link = tag("a", { href: urlOf(file), download: urlOf(file) !== null }, escapeHtml(label ?? memberOf(file, "filename") ?? ""));
    return tag("div", { "data-type": "file", "data-id": textOf(file), "data-title": label !== null }, link);
  },
  embed: ({ url, provider }) => {
    const href = isHttpsUrl(url) ? url : null;
    return tag("div", { "data-type": "embed", "data-provider": textOf(provider) }, tag("a", { href }, escapeHtml(href ?? "")));
  },
  record: ({ entity, id }) => tag("div", { "data-type": "record", "data-entity": textOf(entity), "data-id": textOf(id) }, ""),
};

/** Every mark. A link to a record has no URL by itself. */
const MARKS: Readonly<Record<MarkName, Renderer>> = {
  bold: wrap("strong"),
  italic: wrap("em"),
  underline: wrap("u"),
  strike: wrap("s"),
  code: wrap("code"),
  subscript: wrap("sub"),
  superscript: wrap("sup"),
  highlight: wrap("mark"),
  link: ({ href, entity, id }, content) =>
    tag("a", { href: isSafeHref(href) ? href : null, "data-entity": textOf(entity), "data-id": textOf(id) }, content),
};

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/**
 * A document as HTML.
 *
 * @param options - `render` has your own HTML for nodes, marks and blocks, such as the components of your site. Read the document with
 * `resolve`, so that images and links have more than an id.
 */
export function toHtml(document: RichDocument, { render = {} }: HtmlOptions = {}): string {
  return document.map((node) => nodeHtml(node, render)).join("");
}

function nodeHtml(node: AnyNode, render: NonNullable<HtmlOptions["render"]>): string {
  const name = nodeNameOf(node);
  const { attrs = {}, content = [] } = node;
  const inside = name === "codeBlock" ? escapeHtml(plainContent(node)) : content.map((inner) => innerHtml(inner, render)).join("");
  const renderer = own(render, name) ?? own<Renderer>(NODES, name);
  return renderer ? renderer(attrs, inside) : tag("div", { "data-type": name, "data-attrs": JSON.stringify(attrs) }, inside);
}

function innerHtml(node: DocumentInner, render: NonNullable<HtmlOptions["render"]>): string {
  if (node.type !== "text") return nodeHtml(node, render);
  const marked = (content: string, { type, attrs = {} }: DocumentMark) => {
    const renderer = own(render, type) ?? own<Renderer>(MARKS, type);
    return renderer ? renderer(attrs, content) : content;
  };
  return orderedMarks(node.marks)
    .toReversed()
    .reduce(marked, escapeHtml(node.text ?? ""));
}
