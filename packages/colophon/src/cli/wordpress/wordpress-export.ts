/** A WordPress export as texts: a record for each post, page or item of another type. */
import { dirname, resolve } from "node:path";
import { toSlug } from "@colophon/config";
import { SLUG_PATTERN } from "@colophon/model";
import { parseFragment, type DefaultTreeAdapterTypes } from "parse5";
import { Refusal } from "../failures.ts";
import type { Source, SourceOptions } from "../records/row-source.ts";
import type { Text } from "../texts/text-files.ts";
import { openTexts, sayLeftOut } from "../texts/text-rows.ts";
import { foundIn, type Author, type Item } from "./wordpress-file.ts";
import type { Attachment } from "./shortcodes.ts";
import { postHtml, type Known as KnownToPost } from "./wordpress-html.ts";

interface StoredAttachment extends Attachment {
  /** The post that it was uploaded to. */
  readonly post: string;
}

/** What posts refer to. */
interface Known {
  /** By login. */
  readonly authors: ReadonlyMap<string, Author>;
  /** By their numbers. */
  readonly attachments: ReadonlyMap<string, StoredAttachment>;
  readonly urls: ReadonlySet<string>;
  /** The contents of patterns, by their numbers. */
  readonly patterns: ReadonlyMap<string, string>;
}

/** @throws Refusal */
export async function openWordPress(source: SourceOptions): Promise<Source> {
  const { entity, file, options } = source;
  const { type = "post", media } = options;
  const { known, types, hidden } = await firstPass(file, type);
  if (!types.has(type))
    throw new Refusal(`${file} has no ${type}. Name one of its types with --type: ${[...types].toSorted().join(", ")}.`);
  sayLeftOut(source, hidden, file);
  const folder = dirname(resolve(file));
  return openTexts(source, {
    folders: { folder, media: media === undefined ? null : resolve(media) },
    async *texts() {
      for await (const found of foundIn(file)) {
        if (!("item" in found) || !isTaken(found.item, type)) continue;
        if (entity.versions || isPublic(found.item)) yield textOf(found.item, folder, known, entity.versions !== false);
      }
    },
  });
}

async function firstPass(file: string, type: string) {
  const authors = new Map<string, Author>();
  const attachments = new Map<string, StoredAttachment>();
  const patterns = new Map<string, string>();
  const types = new Set<string>();
  let hidden = 0;
  for await (const found of foundIn(file)) {
    if ("author" in found) authors.set(found.author.login, found.author);
    else {
      const { item } = found;
      const of = (name: string): string => item.values.get(name) ?? "";
      types.add(of("wp:post_type"));
      if (item.values.has("wp:attachment_url")) attachments.set(of("wp:post_id"), attachmentOf(item));
      if (of("wp:post_type") === "wp_block") patterns.set(of("wp:post_id"), of("content:encoded"));
      if (isTaken(item, type) && !isPublic(item)) hidden += 1;
    }
  }
  const urls = new Set([...attachments.values()].map(({ url }) => url));
  return { known: { authors, attachments, urls, patterns } satisfies Known, types, hidden };
}

function attachmentOf({ values, meta }: Item): StoredAttachment {
  const of = (name: string): string => values.get(name) ?? "";
  return {
    url: of("wp:attachment_url"),
    alt: meta.get("_wp_attachment_image_alt") ?? "",
    caption: of("excerpt:encoded"),
    post: of("wp:post_parent"),
  };
}

const PICTURE = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/** What the content of a post refers to. */
function knownTo({ values, meta }: Item, { attachments, urls, patterns }: Known): KnownToPost {
  const id = values.get("wp:post_id") ?? "";
  return {
    byId: (key) => attachments.get(key) ?? null,
    own: [...attachments.values()].filter(({ post, url }) => post === id && PICTURE.test(url)),
    fullSize(url) {
      const full = url.replace(/-\d+x\d+(?=\.[a-z]+$)/i, "");
      const scaled = full.replace(/(?=\.[a-z]+$)/i, "-scaled");
      return urls.has(url) ? url : urls.has(full) ? full : urls.has(scaled) ? scaled : url;
    },
    pattern: (key) => patterns.get(key) ?? null,
    footnotes: meta.get("footnotes"),
  };
}

const LEFT_OUT: ReadonlySet<string> = new Set(["trash", "auto-draft", "inherit"]);

function isTaken({ values }: Item, type: string): boolean {
  return values.get("wp:post_type") === type && !LEFT_OUT.has(values.get("wp:status") ?? "");
}

/** Drafts, private and scheduled posts, and those with a password, aren't for everybody. */
function isPublic({ values }: Item): boolean {
  return values.get("wp:status") === "publish" && (values.get("wp:post_password") ?? "") === "";
}

function textOf(item: Item, folder: string, known: Known, hasDrafts: boolean): Text {
  const { values, line, meta } = item;
  const of = (name: string): string => values.get(name) ?? "";
  const title = plain(of("title"));
  const { html, remarks } = postHtml(of("content:encoded"), knownTo(item, known));
  const author = known.authors.get(of("dc:creator"));
  const terms = (domain: string) => item.categories.filter((category) => category.domain === domain);
  const [categories, tags] = [terms("category"), terms("post_tag")];
  const given: Readonly<Record<string, unknown>> = {
    title,
    slug: slugOf(of("wp:post_name")),
    date: timeOf(of("wp:post_date_gmt")),
    excerpt: plain(of("excerpt:encoded")),
    "post.modified": timeOf(of("wp:post_modified_gmt")),
    "post.link": of("link"),
    "post.status": of("wp:status"),
    "post.author": of("dc:creator"),
    "post.authorEmail": author?.email,
    "post.authorName": author?.name,
    "post.categories": categories.map(({ name }) => plain(name)),
    "post.categorySlugs": categories.map(({ slug }) => slugOf(slug) ?? slug),
    "post.tags": tags.map(({ name }) => plain(name)),
    "post.tagSlugs": tags.map(({ slug }) => slugOf(slug) ?? slug),
    "post.image": known.attachments.get(meta.get("_thumbnail_id") ?? "")?.url,
    ...Object.fromEntries([...meta].map(([key, value]) => [`meta.${key}`, value])),
  };
  const name = `line ${line}${title === "" ? "" : ` (${title})`}`;
  return {
    name,
    folder,
    isSelective: true,
    toldAs,
    ...(hasDrafts && { isDraft: !isPublic(item) }),
    values: new Map(Object.entries(given)),
    places: new Map(),
    body: { kind: "html", text: html },
    lineOf: () => name,
    problems: [],
    remarks,
  };
}

/** The slug and the name of a tag are one thing, and so are the parts of an author. What WordPress keeps for itself begins with `_`. */
function toldAs(header: string): string | null {
  if (/^post\.(?:modified|link|status)$|^meta\.(?:_|footnotes$)|^slug$/.test(header)) return null;
  return header
    .replace(/^post\.author.*/, "post.author")
    .replace(/Slugs$/, "s")
    .replace("categorys", "categories");
}

/** A text that may have HTML in it. */
function plain(html: string): string {
  const textIn = (node: DefaultTreeAdapterTypes.Node): string =>
    "value" in node ? node.value : "childNodes" in node ? node.childNodes.map(textIn).join("") : "";
  return textIn(parseFragment(html)).trim();
}

/** Slugs of other scripts are escaped, and become Latin where that is known; undefined for those that can't. */
function slugOf(name: string): string | undefined {
  const slug = SLUG_PATTERN.test(name) ? name : toSlug(decoded(name));
  return slug === "" ? undefined : slug;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Drafts have the time 0. */
function timeOf(utc: string): string | undefined {
  return /^\d{4}-\d\d-\d\d /.test(utc) && !utc.startsWith("0000") ? utc : undefined;
}
