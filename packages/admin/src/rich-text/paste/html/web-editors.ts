/** HTML as Google Docs and Notion make it. */
import { attrOf, find, isElement, newElement, rewritten, withChildren, type Child, type Element } from "./html-tree.ts";

export function isGoogleDocs(html: string): boolean {
  return html.includes("docs-internal-guid-");
}

/** The address behind one that leads through Google. */
function addressOf(href: string): string {
  const url = URL.canParse(href) ? new URL(href) : null;
  return url?.hostname === "www.google.com" && url.pathname === "/url" ? (url.searchParams.get("q") ?? href) : href;
}

function rewriteGoogleDocs(element: Element, children: readonly Child[]): readonly Child[] {
  if ((attrOf(element, "id") ?? "").startsWith("docs-internal-guid-")) return children;
  if (attrOf(element, "aria-roledescription") === "checkbox") return []; // the picture of a checkbox
  if (element.tagName !== "a") return [withChildren(element, children)];
  const attrs = element.attrs.map((attr) => (attr.name === "href" ? { ...attr, value: addressOf(attr.value) } : attr));
  return [{ ...withChildren(element, children), attrs }];
}

export function fromGoogleDocs(nodes: readonly Child[]): readonly Child[] {
  return rewritten(nodes, rewriteGoogleDocs);
}

export function isNotion(html: string): boolean {
  return /<!-- notionvc:|class="(?:notion|to-do-list|toggle)\b/.test(html);
}

function rewriteNotion(element: Element, children: readonly Child[]): readonly Child[] {
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
  return rewritten(nodes, rewriteNotion);
}
