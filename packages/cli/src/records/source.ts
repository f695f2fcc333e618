/** Where the rows of an import come from: a file of records, or a folder of texts. */
import { statSync } from "node:fs";
import type { Entity, Schema } from "@colophon/engine";
import type { CommandContext } from "../site.ts";
import { openFolder } from "../texts/folder.ts";
import { valueOf } from "./cells.ts";
import type { Column } from "./columns.ts";
import type { RecordApi } from "./record-api.ts";
import { formatOf, rowsOf, type Row } from "./rows.ts";

export interface SourceOptions {
  readonly context: CommandContext;
  readonly api: RecordApi;
  readonly schema: Schema;
  readonly entity: Entity;
  /** Header → field. */
  readonly names: ReadonlyMap<string, string>;
  readonly file: string;
  readonly options: { readonly format?: string; readonly delimiter?: string; readonly body?: string; readonly media?: string };
}

export interface Source {
  readonly rows: (options: { readonly isCheck: boolean }) => AsyncGenerator<Row>;
  /** The value of a cell; undefined for an empty one. */
  readonly valueOf: (column: Column, cell: unknown) => unknown;
}

/** @throws Refusal */
export function openSource(source: SourceOptions): Source {
  const { file, options } = source;
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return openFolder(source);
  const { delimiter = "," } = options;
  const format = formatOf(file, options.format);
  return {
    rows: () => rowsOf({ file, format, delimiter }),
    valueOf: (column, cell) => (format === "csv" ? valueOf(column, String(cell)) : cell),
  };
}
