/** Reads a few facts of an SVG, from its first bytes as text. Nothing is expanded, fetched or parsed. */

/** The root element, after a byte order mark, declarations, comments and a doctype. Each step is limited. */
function rootOf(head: Buffer): string | null {
  let rest = head
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  for (let steps = 0; steps < 50; steps++) {
    const end = endOfPrologue(rest);
    if (end === null) break;
    rest = rest.slice(end).trimStart();
  }
  if (!/^<(?:[\w-]{1,20}:)?svg[\s/>]/.test(rest)) return null;
  return rest.slice(0, endOfTag(rest));
}

function endOfPrologue(text: string): number | null {
  if (text.startsWith("<?")) return after(text, "?>");
  if (text.startsWith("<!--")) return after(text, "-->");
  if (!/^<!doctype\s/i.test(text)) return null;
  const bracket = text.indexOf("[");
  const close = text.indexOf(">");
  const hasSubset = bracket !== -1 && bracket < close;
  return hasSubset ? after(text, "]>") : after(text, ">");
}

function after(text: string, mark: string): number | null {
  const at = text.indexOf(mark);
  return at === -1 ? null : at + mark.length;
}

/** The end of the tag at the beginning; a `>` inside quotes doesn't end it. */
function endOfTag(text: string): number {
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at + 1;
  }
  return text.length;
}

/** Whether the first bytes are those of an SVG. */
export function isSvg(head: Buffer): boolean {
  return rootOf(head) !== null;
}

export interface Size {
  readonly width: number | null;
  readonly height: number | null;
}

const MAX_SIDE = 1_000_000;

/** Width and height of the root element in pixels, or its viewBox; null if it has neither. */
export function sizeOfSvg(head: Buffer): Size {
  const root = rootOf(head) ?? "";
  const box = /\sviewBox\s*=\s*["']\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.e]+)[\s,]+([\d.e]+)\s*["']/i.exec(root);
  return {
    width: pixels(attribute(root, "width")) ?? pixels(box?.[1]),
    height: pixels(attribute(root, "height")) ?? pixels(box?.[2]),
  };
}

function attribute(tag: string, name: "width" | "height"): string | undefined {
  const found = name === "width" ? /\swidth\s*=\s*["']([^"']{1,40})["']/i.exec(tag) : /\sheight\s*=\s*["']([^"']{1,40})["']/i.exec(tag);
  return found?.[1];
}

function pixels(text: string | undefined): number | null {
  const found = /^\s*(\d{1,9}(?:\.\d{1,9})?)(?:px)?\s*$/.exec(text ?? "");
  const value = found ? Math.round(Number(found[1])) : 0;
  return value > 0 && value <= MAX_SIDE ? value : null;
}
