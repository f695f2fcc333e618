/** Lines of HTML as texts with marks. */
import { isSafeHref, type DocumentInner, type DocumentMark } from "@colophon/model";
import { attrOf, idOf, IGNORED, isElement, type Child, type Element } from "./html-elements.ts";
import { innerNode, joinTexts, orderedMarks } from "./nodes.ts";

const MARKS: Readonly<Record<string, string>> = {
  strong: "bold",
  b: "bold",
  em: "italic",
  i: "italic",
  u: "underline",
  ins: "underline",
  s: "strike",
  del: "strike",
  strike: "strike",
  code: "code",
  kbd: "code",
  tt: "code",
  samp: "code",
  sub: "subscript",
  sup: "superscript",
  mark: "highlight",
};

function markOf(element: Element): DocumentMark | null {
  if (element.tagName !== "a") {
    const type = Object.hasOwn(MARKS, element.tagName) ? MARKS[element.tagName] : undefined;
    return type === undefined ? null : { type };
  }
  const [entity, href] = [attrOf(element, "data-entity"), attrOf(element, "href")?.trim()];
  if (entity !== null) return { type: "link", attrs: { entity, ...(idOf(element) !== null && { id: idOf(element) }) } };
  return isSafeHref(href) ? { type: "link", attrs: { href } } : null;
}

/** Inline content, with spaces as HTML shows them. */
export function lines(children: readonly Child[]): readonly DocumentInner[] {
  return joinTexts(collapsed(children.flatMap((child) => inline(child, []))));
}

function inline(node: Child, marks: readonly DocumentMark[]): readonly DocumentInner[] {
  if (!isElement(node))
    return "value" in node ? [{ type: "text", text: node.value, ...(marks.length > 0 && { marks: orderedMarks(marks) }) }] : [];
  if (IGNORED.has(node.tagName)) return [];
  if (node.tagName === "br") return [innerNode("hardBreak")];
  if (node.tagName === "img") return pictureLink(node, marks);
  const mark = markOf(node);
  const within = mark && !marks.some(({ type }) => type === mark.type) ? [...marks, mark] : marks;
  return node.childNodes.flatMap((child) => inline(child, within));
}

/** An image inside a line: its alternative text, or its name, with a link to it. */
function pictureLink(image: Element, marks: readonly DocumentMark[]): readonly DocumentInner[] {
  const [src, alt] = [attrOf(image, "src")?.trim(), attrOf(image, "alt") ?? ""];
  const text = alt.trim() === "" ? (src ?? "").replace(/^.*\//, "") : alt;
  const hasLink = marks.some(({ type }) => type === "link");
  const within: readonly DocumentMark[] = isSafeHref(src) && !hasLink ? [...marks, { type: "link", attrs: { href: src } }] : marks;
  return text === "" || src?.startsWith("data:") ? [] : [{ type: "text", text, ...(within.length > 0 && { marks: orderedMarks(within) }) }];
}

/** Spaces that follow each other are one; there are none at the ends of lines. */
function collapsed(nodes: readonly DocumentInner[]): readonly DocumentInner[] {
  const kept: DocumentInner[] = [];
  for (const node of nodes) {
    const last = kept.at(-1);
    const isStart = last === undefined || last.type === "hardBreak" || last.text?.endsWith(" ") === true;
    const text = node.text?.replaceAll(/[ \t\n\r\f]+/g, " ");
    if (text === undefined) kept.push(node);
    else if (isStart && text.startsWith(" ")) kept.push({ ...node, text: text.slice(1) });
    else kept.push({ ...node, text });
    if (kept.at(-1)?.text === "") kept.pop();
  }
  return kept.flatMap((node, at) => {
    const next = kept[at + 1];
    const isEnd = next === undefined || next.type === "hardBreak";
    const text = isEnd ? node.text?.replace(/ $/, "") : node.text;
    return text === undefined ? [node] : text === "" ? [] : [{ ...node, text }];
  });
}
