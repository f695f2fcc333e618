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
import { postHtml } from "./wordpress-html.ts";

/** What posts refer to. */
interface Known {
  /** By login. */
  readonly authors: ReadonlyMap<string, Author>;
  /** The URLs of the files, by the number of the attachment. */
  readonly attachments: ReadonlyMap<string, string>;
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
  const attachments = new Map<string, string>();
  const types = new Set<string>();
  let hidden = 0;
  for await (const found of foundIn(file)) {
    if ("author" in found) authors.set(found.author.login, found.author);
    else {
      const { item } = found;
      types.add(item.values.get("wp:post_type") ?? "");
      const url = item.values.get("wp:attachment_url");
      if (url !== undefined) attachments.set(item.values.get("wp:post_id") ?? "", url);
      if (isTaken(item, type) && !isPublic(item)) hidden += 1;
    }
  }
  return { known: { authors, attachments } satisfies Known, types, hidden };
}

const LEFT_OUT: ReadonlySet<string> = new Set(["trash", "auto-draft", "inherit"]);

function isTaken({ values }: Item, type: string): boolean {
  return values.get("wp:post_type") === type && !LEFT_OUT.has(values.get("wp:status") ?? "");
}

/** Drafts, private and scheduled posts, and those with a password, aren't for everybody. */
function isPublic({ values }: Item): boolean {
  return values.get("wp:status") === "publish" && (values.get("wp:post_password") ?? "") === "";
}

function textOf(item: Item, folder: string, { authors, attachments }: Known, hasDrafts: boolean): Text {
  const { values, line, meta } = item;
  const of = (name: string): string => values.get(name) ?? "";
  const title = plain(of("title"));
  const { html, shortcodes } = postHtml(of("content:encoded"), (id) => attachments.get(id) ?? null);
  const author = authors.get(of("dc:creator"));
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
    "post.image": attachments.get(meta.get("_thumbnail_id") ?? ""),
    ...Object.fromEntries([...meta].map(([key, value]) => [`meta.${key}`, value])),
  };
  const name = `line ${line}${title === "" ? "" : ` (${title})`}`;
  return {
    name,
    folder,
    isSelective: true,
    ...(hasDrafts && { isDraft: !isPublic(item) }),
    values: new Map(Object.entries(given)),
    places: new Map(),
    body: { kind: "html", text: html },
    lineOf: () => name,
    problems: [],
    remarks: shortcodes.length > 0 ? [`shortcodes stay as text: ${shortcodes.join(", ")}`] : [],
  };
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
