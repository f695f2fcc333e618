/** The content of a WordPress post as plain HTML: what WordPress changes when it shows a page. */
import { escapeHtml } from "@colophon/client/rich-text";
import { isPlainObject } from "@colophon/model";
import { embedOf, shortcodesIn, withoutShortcodes, type Attached } from "./shortcodes.ts";

export interface PostHtml {
  readonly html: string;
  /** What won't be as it was, for people. */
  readonly remarks: readonly string[];
}

export interface Known extends Attached {
  /** The full picture of one in another size (`coast-300x200.png`); the same URL for others. */
  readonly fullSize: (url: string) => string;
  /** The content of a pattern that several posts have. */
  readonly pattern: (id: string) => string | null;
  /** The notes at the end of the post, as JSON. */
  readonly footnotes: string | undefined;
}

const EMBED = /<div class="wp-block-embed__wrapper">\s*(https?:[^\s<]+)\s*<\/div>/g;
const COMPUTED = /<!--\s+wp:([a-z][\w/-]*)(?:\s+(\{[\s\S]*?\}))?\s+\/-->/g;
const VERSE = /<pre class="wp-block-verse[^>]*>([\s\S]*?)<\/pre>/g;
/** The number of a note, whose link leads to a place that a document doesn't have. */
const FOOTNOTE = /<sup data-fn="[^"]*"[^>]*><a\b[^>]*>([^<]*)<\/a><\/sup>/g;
const IMAGE_SOURCE = /(<img\b[^>]*?\ssrc=["'])([^"']+)/g;
const EMPTY = /<p\b[^>]*>(?:\s|&nbsp;|\u00a0|<br\s*\/?>)*<\/p>/g;
/** Patterns may contain patterns. */
const MAX_DEPTH = 5;

export function postHtml(content: string, known: Known): PostHtml {
  const lost = new Set<string>();
  const source = filled(content.replaceAll("\r\n", "\n"), known, lost);
  const html = withoutShortcodes(source.includes("<!-- wp:") ? source : paragraphed(source), known)
    .replaceAll(EMBED, (_, url: string) => embedOf(url))
    .replaceAll(VERSE, (_, text: string) => `<p>${text.trim().replaceAll("\n", "<br>")}</p>`)
    .replaceAll(FOOTNOTE, "<sup>$1</sup>")
    .replaceAll(IMAGE_SOURCE, (_, before: string, url: string) => before + known.fullSize(url))
    .replaceAll(EMPTY, "");
  const shortcodes = shortcodesIn(html);
  return {
    html,
    remarks: [
      ...(shortcodes.length > 0 ? [`shortcodes stay as text: ${shortcodes.join(", ")}`] : []),
      ...(lost.size > 0 ? [`blocks that WordPress computes are left out: ${[...lost].join(", ")}`] : []),
    ],
  };
}

/** Blocks that have their content elsewhere, with it. */
function filled(source: string, known: Known, lost: Set<string>, depth = 0): string {
  return source.replaceAll(COMPUTED, (_, name: string, attributes = "{}") => {
    if (name === "more" || name === "nextpage" || name === "spacer" || name === "separator") return name === "separator" ? "<hr>" : "";
    if (name === "footnotes") return footnotesOf(known.footnotes);
    const ref: unknown = name === "block" ? memberOf(attributes, "ref") : null;
    const pattern = typeof ref === "number" && depth < MAX_DEPTH ? known.pattern(String(ref)) : null;
    if (pattern !== null) return filled(pattern, known, lost, depth + 1);
    lost.add(name);
    return "";
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function memberOf(json: string, name: string): unknown {
  const value = parsed(json);
  return isPlainObject(value) ? value[name] : null;
}

/** The notes, in the order of their numbers in the text. */
function footnotesOf(json = "[]"): string {
  const notes = parsed(json);
  const contents = Array.isArray(notes) ? notes.map((note: unknown) => (isPlainObject(note) ? String(note["content"] ?? "") : "")) : [];
  return contents.length === 0 ? "" : `<ol>${contents.map((note) => `<li><p>${note}</p></li>`).join("")}</ol>`;
}

const BLOCK =
  /^<\/?(?:address|article|aside|audio|blockquote|div|dl|dt|dd|fieldset|figure|figcaption|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|script|section|style|table|tbody|td|tfoot|th|thead|tr|ul|video)\b|^\[(?:wp_)?caption\b|^\[gallery\b|^\[embed\b|^\[(?:audio|video)\b/i;
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
    .replaceAll(/^[ \t]*(https?:\/\/\S+)[ \t]*$/gm, (_, url: string) => `\n\n${shownUrl(url)}\n\n`)
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !/^<!--[\s\S]*-->$/.test(part))
    .map((part) => (BLOCK.test(part) ? part : `<p>${part.replaceAll("\n", "<br>")}</p>`));
}

const EMBEDDED =
  /^https?:\/\/(?:[\w-]+\.)*(?:youtube\.com|youtu\.be|vimeo\.com|dailymotion\.com|twitter\.com|x\.com|instagram\.com|tiktok\.com|spotify\.com|soundcloud\.com|flickr\.com|ted\.com|bsky\.app|reddit\.com|mixcloud\.com|wordpress\.tv|videopress\.com|slideshare\.net|issuu\.com)\//i;

/** A URL that stands alone: WordPress shows what it leads to, or a link. */
function shownUrl(url: string): string {
  return EMBEDDED.test(url) ? embedOf(url) : `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`;
}
