/** The values above a text, between lines of `---`, in YAML. */
import { isPlainObject } from "@colophon/model";
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";

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
