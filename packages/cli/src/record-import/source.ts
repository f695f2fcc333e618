/** Where the rows of an import come from: a file of records, or a folder of texts. */
import { statSync } from "node:fs";
import { openFolder } from "../texts/folder.ts";
import { valueOf } from "../records/cells.ts";
import type { Source, SourceOptions } from "../records/row-source.ts";
import { formatOf, rowsOf } from "../records/rows.ts";

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
