/** The images of a Markdown text. */
import type { Nodes, RootContent } from "mdast";
import { parseMarkdown } from "./parse-markdown.ts";

interface Found {
  readonly url: string;
  readonly title: string | null;
  readonly alt: string;
  readonly from: number;
  readonly to: number;
}

/** Images and references to images, in their order. */
function imagesIn(markdown: string): readonly Found[] {
  const { root, definitions } = parseMarkdown(markdown);
  const all = (node: Nodes): readonly Nodes[] => [node, ...("children" in node ? (node.children as RootContent[]).flatMap(all) : [])];
  return all(root).flatMap((node): readonly Found[] => {
    if (node.type !== "image" && node.type !== "imageReference") return [];
    const { url = "", title = null } = node.type === "image" ? node : (definitions.get(node.identifier) ?? {});
    const [from, to] = [node.position?.start.offset, node.position?.end.offset];
    return from === undefined || to === undefined ? [] : [{ url, title: title ?? null, alt: node.alt ?? "", from, to }];
  });
}

/** The same text, with those images as assets that `assetOf` has an id for. All else stays as it is written. */
export function withAssets(markdown: string, assetOf: (url: string) => string | null): string {
  return imagesIn(markdown).reduceRight((text, { url, title, alt, from, to }) => {
    const id = assetOf(url);
    if (id === null) return text;
    const caption = title === null ? "" : ` "${title.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
    return `${text.slice(0, from)}![${alt.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](asset:${id}${caption})${text.slice(to)}`;
  }, markdown);
}
