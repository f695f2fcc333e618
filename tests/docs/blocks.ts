import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";

/** A code block of a page, with the options after its language: ```` ```ts config unchecked="a reason" ````. */
export interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly words: ReadonlyMap<string, string>;
  readonly text: string;
}

const FENCE = /^```(\w*)([^\n]*)\n([^]*?)^```$/gm;
const WORD = /([\w-]+)(?:=(?:"([^"]*)"|(\S+)))?/g;

/** All pages of the documentation, and the README. */
export const PAGES: readonly string[] = [
  "README.md",
  ...globSync("docs/**/*.md", { cwd: ROOT, exclude: ["**/node_modules/**"] }).toSorted(),
];

export function textOf(page: string): string {
  return readFileSync(join(ROOT, page), "utf8");
}

/** The code blocks of a page that have a language, in their order. */
export function blocksOf(page: string): readonly Block[] {
  const source = textOf(page);
  return Array.from(source.matchAll(FENCE), ({ index, 1: language = "", 2: words = "", 3: text = "" }) => ({
    page,
    line: source.slice(0, index).split("\n").length,
    language,
    words: new Map(Array.from(words.matchAll(WORD), ([, name = "", quoted, bare]) => [name, quoted ?? bare ?? ""])),
    text,
  }));
}

/** The code blocks of all pages in these languages. */
export function blocksIn(...languages: readonly string[]): readonly Block[] {
  return PAGES.flatMap(blocksOf).filter(({ language }) => languages.includes(language));
}

export function placeOf({ page, line }: Block): string {
  return `${page}:${line}`;
}
