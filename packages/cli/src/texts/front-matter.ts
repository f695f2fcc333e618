/** The values above a text, between lines of `---`, in YAML. */
import { isPlainObject } from "@colophon/model";
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { isList, type Column } from "../records/columns.ts";

export interface FrontMatter {
  readonly values: Readonly<Record<string, unknown>>;
  /** The lines of the values, from 1. */
  readonly lines: ReadonlyMap<string, number>;
  readonly text: string;
  /** The first line of the text. */
  readonly textLine: number;
}

/** A mistake in the values. */
export class FrontMatterError extends Error {
  override readonly name = "FrontMatterError";
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const BLOCK = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/;

/** @throws FrontMatterError */
export function readFrontMatter(file: string): FrontMatter {
  const source = file.replace(/^\uFEFF/, "");
  const [block, yaml] = BLOCK.exec(source) ?? [];
  if (block === undefined || yaml === undefined) return { values: {}, lines: new Map(), text: source, textLine: 1 };
  const counter = new LineCounter();
  const parsed = parseDocument(yaml, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number): number => counter.linePos(offset).line + 1; // below the first `---`
  const [error] = parsed.errors;
  if (error) throw new FrontMatterError(error.message, lineAt(error.pos[0]));
  const values: unknown = parsed.toJS({ maxAliasCount: 100 }) ?? {};
  if (!isPlainObject(values)) throw new FrontMatterError("the values above the text must have names", 1);
  const pairs = isMap(parsed.contents) ? parsed.contents.items : [];
  const lines = pairs.map(({ key }) => [isScalar(key) ? String(key.value) : "", isScalar(key) ? lineAt(key.range?.[0] ?? 0) : 1] as const);
  return { values, lines: new Map(lines), text: source.slice(block.length), textLine: block.split("\n").length };
}

/** Values of front matter as those of fields. */

/** What doesn't fit is left as it is, for the check of the field; undefined for what is left out. */
export function frontValue(column: Column, value: unknown): unknown {
  if (value === undefined || value === "") return undefined;
  if (value === null) return null;
  if (isList(column)) return [value].flat();
  const type = column.definition?.type;
  if (type === "date" || type === "datetime") return typeof value === "string" ? timeOf(type, value) : value;
  if (type === "text" || type === "slug" || type === "select")
    return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return value;
}

/** `2026-11-27`, `2026-11-27 10:00:00 +0100` and ISO times. A time without a zone is in UTC. */
function timeOf(type: "date" | "datetime", text: string): string {
  const [, day = "", time = "00:00", zone = ""] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(text.trim()) ?? [];
  if (day === "") return text;
  if (type === "date") return day;
  const offset = zone === "" ? "Z" : zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const at = new Date(`${day}T${time.padStart(time.indexOf(":") === 1 ? time.length + 1 : time.length, "0")}${offset}`);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
