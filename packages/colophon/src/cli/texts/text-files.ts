/** The texts of a folder. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { Problem } from "../records/rows.ts";
import type { BodyText } from "./body-value.ts";
import { FrontMatterError, readFrontMatter } from "./front-matter.ts";
import { readPage } from "./html-page.ts";

/** A text with what is known about it. */
export interface Text {
  /** For people: its path below the folder, or its place in a file. */
  readonly name: string;
  /** Relative URLs begin here. */
  readonly folder: string;
  readonly values: ReadonlyMap<string, unknown>;
  /** The places of the values, for people. */
  readonly places: ReadonlyMap<string, string>;
  readonly body: BodyText;
  /** The line of a position in the text. */
  readonly lineOf: (position: number) => string;
  readonly problems: readonly Problem[];
  /** Values are taken only if they are asked for, or a field has their name. */
  readonly isSelective?: boolean;
  /** The name of a value that no field takes, for people; null if nobody misses it. */
  readonly toldAs?: (header: string) => string | null;
  /** It isn't published. */
  readonly isDraft?: boolean;
  /** What its translations have in common with it. */
  readonly group?: string;
  /** What won't be as it was, for people. */
  readonly remarks?: readonly string[];
}

const KINDS: Readonly<Record<string, BodyText["kind"]>> = { ".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html" };

/** Their names in order, at any depth; none of hidden files and folders. */
export function textFilesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && KINDS[extname(entry.name).toLowerCase()]);
  return names
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, "/").length))
    .filter((name) => !/(?:^|[\\/])(?:\.|node_modules[\\/])/.test(name))
    .toSorted();
}

/** A text, with what its name says as `file.name` and `file.path`. */
export function readTextFile(folder: string, name: string): Text {
  const own = dirname(join(folder, name));
  const source = readFileSync(join(folder, name), "utf8");
  const kind = KINDS[extname(name).toLowerCase()] ?? "markdown";
  const ofName = [
    ["file.name", basename(name, extname(name))],
    ["file.path", name.slice(0, -extname(name).length).replaceAll("\\", "/")],
  ] as const;
  const placeAt = (line: number) => `${name}, line ${line}`;
  const lineOf = (from: number, text: string) => (position: number) =>
    placeAt(from + text.slice(0, Math.max(0, position)).split("\n").length - 1);
  if (kind === "html") {
    const { values, html } = readPage(source);
    return {
      name,
      folder: own,
      isSelective: true,
      values: new Map([...ofName, ...Object.entries(values)]),
      places: new Map(),
      body: { kind, text: html },
      lineOf: () => name,
      problems: [],
    };
  }
  try {
    const { values, lines, text, textLine } = readFrontMatter(source);
    const places = new Map([...lines].map(([header, line]) => [header, placeAt(line)] as const));
    return {
      name,
      folder: own,
      values: new Map([...ofName, ...Object.entries(values)]),
      places,
      body: { kind, text },
      lineOf: lineOf(textLine, text),
      problems: [],
    };
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    const problems = [{ place: placeAt(error.line), message: error.message }];
    return { name, folder: own, values: new Map(ofName), places: new Map(), body: { kind, text: "" }, lineOf: placeAt, problems };
  }
}
