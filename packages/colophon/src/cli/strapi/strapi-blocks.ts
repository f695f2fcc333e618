/** The blocks of Strapi's rich text as HTML. */
import { escapeHtml } from "@colophon/client/rich-text";
import { isPlainObject } from "@colophon/model";

type Node = Readonly<Record<string, unknown>>;

const MARKS: readonly (readonly [string, string])[] = [
  ["code", "code"],
  ["strikethrough", "s"],
  ["underline", "u"],
  ["italic", "em"],
  ["bold", "strong"],
];

const childrenOf = ({ children }: Node): readonly Node[] => (Array.isArray(children) ? children.filter(isPlainObject) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

export function blocksHtml(blocks: unknown): string {
  return Array.isArray(blocks) ? blocks.filter(isPlainObject).map(blockHtml).join("") : "";
}

function blockHtml(block: Node): string {
  switch (block["type"]) {
    case "heading":
      return wrap(`h${Number(block["level"]) || 2}`, block);
    case "list":
      return listHtml(block);
    case "quote":
      return `<blockquote>${wrap("p", block)}</blockquote>`;
    case "code": {
      const language = text(block["language"]);
      return `<pre><code${language === "" ? "" : ` class="language-${escapeHtml(language)}"`}>${escapeHtml(plainText(block))}</code></pre>`;
    }
    case "image": {
      const image = isPlainObject(block["image"]) ? block["image"] : {};
      const picture = `<img src="${escapeHtml(text(image["url"]))}" alt="${escapeHtml(text(image["alternativeText"]))}">`;
      return `<figure>${picture}<figcaption>${escapeHtml(text(image["caption"]))}</figcaption></figure>`;
    }
    default:
      return wrap("p", block);
  }
}

function wrap(tagName: string, block: Node): string {
  return `<${tagName}>${childrenOf(block).map(inlineHtml).join("")}</${tagName}>`;
}

/** A list inside a list stands beside the item that it belongs to. */
function listHtml(list: Node): string {
  const items: string[] = [];
  for (const child of childrenOf(list)) {
    if (child["type"] === "list") items.push(`${items.pop() ?? ""}${listHtml(child)}`);
    else items.push(`<p>${childrenOf(child).map(inlineHtml).join("")}</p>`);
  }
  const tagName = list["format"] === "ordered" ? "ol" : "ul";
  return `<${tagName}>${items.map((item) => `<li>${item}</li>`).join("")}</${tagName}>`;
}

function inlineHtml(node: Node): string {
  if (node["type"] === "link") return `<a href="${escapeHtml(text(node["url"]))}">${childrenOf(node).map(inlineHtml).join("")}</a>`;
  const content = escapeHtml(text(node["text"])).replaceAll("\n", "<br>");
  return MARKS.reduce((html, [mark, tagName]) => (node[mark] === true ? `<${tagName}>${html}</${tagName}>` : html), content);
}

function plainText(node: Node): string {
  return text(node["text"]) + childrenOf(node).map(plainText).join("");
}
