/** HTML as Google Docs makes it. */
import { attrOf, rewritten, withChildren, type Child, type Element } from "./html-tree.ts";

export function isGoogleDocs(html: string): boolean {
  return html.includes("docs-internal-guid-");
}

/** The address behind one that leads through Google. */
function addressOf(href: string): string {
  const url = URL.canParse(href) ? new URL(href) : null;
  return url?.hostname === "www.google.com" && url.pathname === "/url" ? (url.searchParams.get("q") ?? href) : href;
}

function rewrite(element: Element, children: readonly Child[]): readonly Child[] {
  if ((attrOf(element, "id") ?? "").startsWith("docs-internal-guid-")) return children;
  if (attrOf(element, "aria-roledescription") === "checkbox") return []; // the picture of a checkbox
  if (element.tagName !== "a") return [withChildren(element, children)];
  const attrs = element.attrs.map((attr) => (attr.name === "href" ? { ...attr, value: addressOf(attr.value) } : attr));
  return [{ ...withChildren(element, children), attrs }];
}

export function fromGoogleDocs(nodes: readonly Child[]): readonly Child[] {
  return rewritten(nodes, rewrite);
}
