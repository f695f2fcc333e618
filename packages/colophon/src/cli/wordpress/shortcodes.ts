/** The shortcodes of WordPress itself, as HTML. */
import { escapeHtml } from "@colophon/client/rich-text";

export interface Attachment {
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
}

/** What the shortcodes of a post refer to. */
export interface Attached {
  readonly byId: (id: string) => Attachment | null;
  /** The pictures that were uploaded to the post. */
  readonly own: readonly Attachment[];
}

const CAPTION = /\[(?:wp_)?caption\b([^\]]*)\]\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*?)\[\/(?:wp_)?caption\]/g;
const LINKED = /\[embed\b[^\]]*\]\s*(https?:[^\s[]+)\s*\[\/embed\]/g;
const GALLERY = /\[gallery\b([^\]]*)\]/g;
const RECORDING = /\[(audio|video)\b([^\]]*)\](?:\s*\[\/\1\])?/g;
/** With an attribute, or an end; other words in brackets are texts. */
const OTHER = /\[([a-z][\w-]*)(?:\s+[\w-]+=[^\]]*\]|\][\s\S]*?\[\/\1\])/gi;

export const embedOf = (url: string): string =>
  `<div data-type="embed"><a href="${escapeHtml(url.replace(/^http:/, "https:"))}"></a></div>`;

export function withoutShortcodes(html: string, attached: Attached): string {
  return html
    .replaceAll(CAPTION, (_, attributes: string, picture: string, text: string) => figure(picture, text.trim() || captionIn(attributes)))
    .replaceAll(LINKED, (_, url: string) => embedOf(url))
    .replaceAll(GALLERY, (whole, attributes: string) => galleryOf(attributes, attached) ?? whole)
    .replaceAll(RECORDING, (whole, tagName: string, attributes: string) => {
      const [, src] = /\b(?:src|mp3|m4a|ogg|wav|mp4|m4v|webm|ogv|wmv|flv)=["']?([^"'\s\]]+)/.exec(attributes) ?? [];
      return src === undefined ? whole : `<${tagName} src="${src}"></${tagName}>`;
    });
}

/** The names of the others, which stay as text. */
export function shortcodesIn(html: string): readonly string[] {
  return [...new Set([...html.matchAll(OTHER)].map(([, name = ""]) => name))];
}

function figure(picture: string, caption: string): string {
  return `<figure>${picture}${caption === "" ? "" : `<figcaption>${caption}</figcaption>`}</figure>`;
}

/** Old posts have the caption as an attribute. */
function captionIn(attributes: string): string {
  return /\bcaption=(["'])([\s\S]*?)\1/.exec(attributes)?.[2] ?? "";
}

/** Pictures in a row: the named ones, else those of the post. */
function galleryOf(attributes: string, { byId, own }: Attached): string | null {
  const ids = /\bids=["']?([\d,\s]+)/.exec(attributes)?.[1]?.split(",");
  const pictures = ids ? ids.flatMap((id) => byId(id.trim()) ?? []) : own;
  if (pictures.length === 0) return null;
  return pictures.map(({ url, alt, caption }) => figure(`<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`, caption)).join("");
}
