/** Where the rows of an import come from: a file of records, a folder of texts, or an export of another program. */
import { statSync } from "node:fs";
import { valueOf } from "../records/cells.ts";
import type { Source, SourceOptions } from "../records/row-source.ts";
import { formatOf, rowsOf } from "../records/rows.ts";
import { openStrapi } from "../strapi/strapi-export.ts";
import { openWordPress } from "../wordpress/wordpress-export.ts";
import { resolve } from "node:path";
import { Refusal } from "../failures.ts";
import { readTextFile, textFilesIn } from "../texts/text-files.ts";
import { openTexts } from "../texts/text-rows.ts";

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

/** @throws Refusal */
function openFolder(source: SourceOptions): Source {
  const folder = resolve(source.file);
  const names = textFilesIn(folder);
  if (names.length === 0) throw new Refusal(`${source.file} has no Markdown or HTML files.`);
  const { media } = source.options;
  return openTexts(source, {
    folders: { folder, media: media === undefined ? null : resolve(media) },
    async *texts() {
      for (const name of names) yield readTextFile(folder, name);
    },
  });
}
