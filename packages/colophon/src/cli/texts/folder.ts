/** A folder of texts as rows: a record for each Markdown or HTML file. */
import { resolve } from "node:path";
import { Refusal } from "../failures.ts";
import type { Source, SourceOptions } from "../records/row-source.ts";
import { readTextFile, textFilesIn } from "./text-files.ts";
import { openTexts } from "./text-rows.ts";

/** @throws Refusal */
export function openFolder(source: SourceOptions): Source {
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
