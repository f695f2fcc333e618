/** The items of a WordPress export (WXR: RSS with more elements), one after the other. */
import { createReadStream } from "node:fs";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { Refusal } from "../failures.ts";

export interface Category {
  /** `category`, `post_tag` */
  readonly domain: string;
  readonly slug: string;
  readonly name: string;
}

/** A post, a page, an attachment … */
export interface Item {
  /** Of its first character. */
  readonly line: number;
  /** Its elements by name: `title`, `wp:post_name`. */
  readonly values: ReadonlyMap<string, string>;
  readonly meta: ReadonlyMap<string, string>;
  readonly categories: readonly Category[];
}

export interface Author {
  readonly login: string;
  readonly email: string;
  readonly name: string;
}

type Found = { readonly item: Item } | { readonly author: Author };

/** What XML doesn't allow. WordPress exports such characters as they were pasted. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Items and authors in their order, of which only a few are in memory. @throws Refusal with the line that can't be read */
export async function* foundIn(file: string): AsyncGenerator<Found> {
  const found: Found[] = [];
  const reader = createReader(file, (item) => found.push(item));
  for await (const chunk of createReadStream(file, "utf8")) {
    reader.write(String(chunk).replaceAll(CONTROLS, ""));
    yield* found.splice(0);
  }
  reader.end();
  yield* found.splice(0);
}

interface OpenItem {
  readonly line: number;
  readonly values: Map<string, string>;
  readonly meta: Map<string, string>;
  readonly categories: Category[];
}

function createReader(file: string, tell: (found: Found) => void) {
  const parser = new SaxesParser();
  const path: SaxesTagPlain[] = [];
  let item: OpenItem | null = null;
  /** The elements inside the open item, or the open author, that have texts alone. */
  let values = new Map<string, string>();
  let inner = new Map<string, string>();
  let text = "";

  parser.on("error", ({ message }) => {
    throw new Refusal(`${file}, line ${parser.line}: this is no XML: ${message.replace(/^[\d:]+\s*/, "").replace(/\.?$/, ".")}`);
  });
  parser.on("opentag", (tag) => {
    path.push(tag);
    text = "";
    if (path.length === 1 && tag.name !== "rss") throw new Refusal(`${file} is no WordPress export: its first element is ${tag.name}.`);
    if (tag.name === "item") [item, values] = [{ line: parser.line, values: new Map(), meta: new Map(), categories: [] }, new Map()];
    if (tag.name === "wp:author") values = new Map();
    if (tag.name === "wp:postmeta" || tag.name === "wp:comment") inner = new Map();
  });
  const append = (part: string): void => void (text += part);
  parser.on("text", append);
  parser.on("cdata", append);
  parser.on("closetag", ({ name, attributes }) => {
    path.pop();
    const parent = path.at(-1)?.name ?? "";
    if (parent === "wp:postmeta" || parent === "wp:comment") inner.set(name, text);
    else if (name === "wp:postmeta") item?.meta.set(inner.get("wp:meta_key") ?? "", inner.get("wp:meta_value") ?? "");
    else if (name === "category" && parent === "item")
      item?.categories.push({ domain: attributes["domain"] ?? "", slug: attributes["nicename"] ?? "", name: text });
    else if (parent === "item" || parent === "wp:author") values.set(name, text);
    if (name === "item" && item) tell({ item: { ...item, values } });
    if (name === "wp:author") tell({ author: authorOf(values) });
    text = "";
  });
  return { write: (chunk: string) => void parser.write(chunk), end: () => void parser.close() };
}

function authorOf(values: ReadonlyMap<string, string>): Author {
  const of = (name: string): string => values.get(`wp:author_${name}`) ?? "";
  return { login: of("login"), email: of("email"), name: of("display_name") };
}
