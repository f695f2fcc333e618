/** HTML as Notion makes it. */
import { attrOf, find, isElement, newElement, rewritten, withChildren, type Child, type Element } from "./html-tree.ts";

export function isNotion(html: string): boolean {
  return /<!-- notionvc:|class="(?:notion|to-do-list|toggle)\b/.test(html);
}

function rewrite(element: Element, children: readonly Child[]): readonly Child[] {
  const names = (attrOf(element, "class") ?? "").split(" ");
  if (names.includes("checkbox")) return [];
  if (element.tagName === "aside") return [newElement("blockquote", children)];
  if (element.tagName === "summary") return [newElement("p", children)];
  if (element.tagName === "li") {
    const box = find(element, (inner) => /\bcheckbox-o(?:n|ff)\b/.test(attrOf(inner, "class") ?? ""));
    return [
      box
        ? newElement("li", children, { "data-checked": String(/\bcheckbox-on\b/.test(attrOf(box, "class") ?? "")) })
        : withChildren(element, children),
    ];
  }
  return [withChildren(element, element.tagName === "details" ? children.filter(isElement) : children)];
}

export function fromNotion(nodes: readonly Child[]): readonly Child[] {
  return rewritten(nodes, rewrite);
}
