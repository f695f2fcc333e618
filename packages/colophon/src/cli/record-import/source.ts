/** Where the rows of an import come from: a file of records, a folder of texts, or an export of another program. */
import { statSync } from "node:fs";
import { openFolder } from "../texts/folder.ts";
import { valueOf } from "../records/cells.ts";
import type { Source, SourceOptions } from "../records/row-source.ts";
import { formatOf, rowsOf } from "../records/rows.ts";
import { openStrapi } from "../strapi/strapi-export.ts";
import { openWordPress } from "../wordpress/wordpress-export.ts";

/** @throws Refusal */
export async function openSource(source: SourceOptions): Promise<Source> {
  const { file, options } = source;
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return openFolder(source);
  const { delimiter = ",", format: given } = options;
  if (given === "wordpress" || (given === undefined && /\.xml$/i.test(file))) return openWordPress(source);
  if (given === "strapi" || (given === undefined && /\.(?:tar|tar\.gz|tgz|enc)$/i.test(file))) return openStrapi(source);
  const format = formatOf(file, given);
  return {
    rows: () => rowsOf({ file, format, delimiter }),
    valueOf: (column, cell) => (format === "csv" ? valueOf(column, String(cell)) : cell),
  };
}
