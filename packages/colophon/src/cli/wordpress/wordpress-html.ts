/** The content of a WordPress post as plain HTML: what WordPress changes when it shows a page. */
import { escapeHtml } from "@colophon/client/rich-text";

export interface PostHtml {
  readonly html: string;
  /** The names of shortcodes that stay as text. */
  readonly shortcodes: readonly string[];
}

const EMBED = /<div class="wp-block-embed__wrapper">\s*(https:[^\s<]+)\s*<\/div>/g;
const CAPTION = /\[(?:wp_)?caption\b[^\]]*\]\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*?)\[\/(?:wp_)?caption\]/g;
const LINKED = /\[embed\b[^\]]*\]\s*(https:[^\s[]+)\s*\[\/embed\]/g;
const GALLERY = /\[gallery\b([^\]]*)\]/g;
/** With an attribute, or an end; other words in brackets are texts. */
const SHORTCODE = /\[([a-z][\w-]*)(?:\s+[\w-]+=[^\]]*\]|\][\s\S]*?\[\/\1\])/gi;

const embed = (url: string): string => `<div data-type="embed"><a href="${url.replaceAll('"', "&quot;")}"></a></div>`;

/** @param pictureOf - the URL of an attachment's file, by the number of the attachment */
export function postHtml(content: string, pictureOf: (attachment: string) => string | null): PostHtml {
  const source = content.replaceAll("\r\n", "\n");
  const html = (source.includes("<!-- wp:") ? source : paragraphed(source))
    .replaceAll(EMBED, (_, url: string) => embed(url))
    .replaceAll(CAPTION, (_, picture: string, text: string) => `<figure>${picture}<figcaption>${text.trim()}</figcaption></figure>`)
    .replaceAll(LINKED, (_, url: string) => embed(url))
    .replaceAll(GALLERY, (whole, attributes: string) => galleryOf(attributes, pictureOf) ?? whole);
  return { html, shortcodes: [...new Set([...html.matchAll(SHORTCODE)].map(([, name = ""]) => name))] };
}

function galleryOf(attributes: string, pictureOf: (attachment: string) => string | null): string | null {
  const ids = /ids=["']?([\d,\s]+)/.exec(attributes)?.[1]?.split(",") ?? [];
  const urls = ids.flatMap((id) => pictureOf(id.trim()) ?? []);
  return urls.length === 0 ? null : urls.map((url) => `<img src="${escapeHtml(url)}">`).join("");
}

const BLOCK =
  /^<\/?(?:address|article|aside|blockquote|div|dl|dt|dd|fieldset|figure|figcaption|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|script|section|style|table|tbody|td|tfoot|th|thead|tr|ul|video)\b|^\[(?:wp_)?caption\b|^\[gallery\b|^\[embed\b/i;
const WHOLE = /<(pre|script|style|table|ul|ol|blockquote)\b[\s\S]*?<\/\1>|\[((?:wp_)?caption)\b[\s\S]*?\[\/\2\]/gi;

/** Texts between empty lines as paragraphs, with their line breaks, as in posts of the classic editor. */
function paragraphed(text: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: whole, index } of text.matchAll(WHOLE)) {
    parts.push(...paragraphsOf(text.slice(end, index)), whole);
    end = index + whole.length;
  }
  return [...parts, ...paragraphsOf(text.slice(end))].join("\n");
}

function paragraphsOf(text: string): readonly string[] {
  return text
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => (BLOCK.test(part) ? part : `<p>${part.replaceAll("\n", "<br>")}</p>`));
}
