/** Pictures in HTML: as figures with an id that names their bytes, between the blocks. */
import { attrOf, isElement, newElement, rewritten, textOf, withChildren, type Child, type Element } from "./html-tree.ts";
import { rtfPictures, type PictureBytes } from "./rtf-pictures.ts";

/** A picture of the clipboard: its bytes, if the clipboard has them. */
export interface PastedPicture {
  /** The id that stands for it in the document until it is uploaded. */
  readonly id: string;
  readonly bytes: PictureBytes | null;
}

const DATA = /^data:(image\/[a-z+.-]+);base64,(.+)$/is;

function bytesOf(src: string): PictureBytes | null {
  const [, type, text] = DATA.exec(src) ?? [];
  if (type === undefined || text === undefined) return null;
  try {
    return { type: type.toLowerCase(), bytes: Uint8Array.from(atob(text.replaceAll(/\s/g, "")), (letter) => letter.charCodeAt(0)) };
  } catch {
    return null;
  }
}

function isFile(src: string): boolean {
  return /^file:/i.test(src);
}

const LINES: ReadonlySet<string> = new Set(
  "a abbr b code del em font i ins kbd mark p s small span strong sub sup u h1 h2 h3 h4 h5 h6".split(" "),
);

function isFigure(node: Child): boolean {
  return isElement(node) && attrOf(node, "data-type") === "image";
}

/** Elements of lines are split at the pictures in them: documents have pictures between paragraphs. */
function split(element: Element, children: readonly Child[]): readonly Child[] {
  if (!LINES.has(element.tagName) || !children.some(isFigure)) return [withChildren(element, children)];
  const parts: (Child | Child[])[] = [];
  for (const child of children) {
    const last = parts.at(-1);
    if (isFigure(child)) parts.push(child);
    else if (Array.isArray(last)) last.push(child);
    else parts.push([child]);
  }
  const isBlank = (part: readonly Child[]) => part.every((child) => textOf(child).trim() === "");
  return parts.flatMap((part) => (Array.isArray(part) ? (isBlank(part) ? [] : [withChildren(element, part)]) : [part]));
}

function sourcesIn(nodes: readonly Child[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [];
    return node.tagName === "img" ? [attrOf(node, "src") ?? ""] : sourcesIn(node.childNodes);
  });
}

/** The nodes with figures in place of pictures, and the pictures. @param newId - makes a new UUID */
export function withFigures(
  nodes: readonly Child[],
  { rtf, newId }: { readonly rtf: string; readonly newId: () => string },
): { readonly nodes: readonly Child[]; readonly pictures: readonly PastedPicture[] } {
  const pictures: PastedPicture[] = [];
  const files = sourcesIn(nodes).filter(isFile);
  const found = files.length > 0 ? rtfPictures(rtf) : [];
  const fromRtf = found.length === files.length ? [...found] : [];
  const figures = rewritten(nodes, (element, children) => {
    if (element.tagName !== "img") return split(element, children);
    const src = attrOf(element, "src") ?? "";
    const picture = { id: newId(), bytes: isFile(src) ? (fromRtf.shift() ?? null) : bytesOf(src) };
    pictures.push(picture);
    const alt = attrOf(element, "alt") ?? "";
    const inner = newElement("img", [], { alt });
    return [newElement("figure", [inner], { "data-type": "image", "data-id": picture.id, ...(alt !== "" && { "data-alt": "" }) })];
  });
  return { nodes: figures, pictures };
}
