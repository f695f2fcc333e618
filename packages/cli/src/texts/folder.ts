/** A folder of texts as rows: a record for each Markdown or HTML file. */
import { join, resolve } from "node:path";
import type { RichTextDefinition } from "@colophon/client/rich-text/format-changes";
import type { Entity } from "@colophon/engine";
import { Refusal } from "../failures.ts";
import { countOf } from "../progress.ts";
import { columnOf } from "../records/columns.ts";
import type { Problem, Row } from "../records/rows.ts";
import type { Source, SourceOptions } from "../records/row-source.ts";
import { say } from "../terminal.ts";
import { bodyValue, imagesOf } from "./body-value.ts";
import { frontValue } from "./front-values.ts";
import { createUploads, findFile, type PictureFolders } from "./pictures.ts";
import { readTextFile, textFilesIn, type TextFile } from "./text-files.ts";

type Upload = ReturnType<typeof createUploads>;

const NAMED = 20;
const MEDIA: ReadonlySet<string> = new Set(["image", "video", "file"]);

/** @throws Refusal */
export function openFolder(source: SourceOptions): Source {
  const { context, api, entity, options } = source;
  const folders: PictureFolders = { folder: resolve(source.file), media: options.media === undefined ? null : resolve(options.media) };
  const body = bodyField(entity, options.body);
  const names = textFilesIn(folders.folder);
  if (names.length === 0) throw new Refusal(`${source.file} has no Markdown or HTML files.`);

  async function* rows({ isCheck }: { readonly isCheck: boolean }): AsyncGenerator<Row> {
    const upload = createUploads(api, { isCheck });
    const changed: string[] = [];
    for (const [index, name] of names.entries()) {
      const { row, isWhole } = await rowOf({ source, body, folders, upload }, readTextFile(folders.folder, name), index + 1);
      if (!isWhole && row.problems?.length === 0) changed.push(name);
      yield row;
    }
    if (isCheck && changed.length > 0) sayChanged(changed);
  }

  function sayChanged(changed: readonly string[]): void {
    const count = changed.length === 1 ? "One text has" : `${countOf(changed.length)} texts have`;
    say(context.terminal, `${count} what a document can't say (HTML, pictures of other sites, titles of links): it becomes text or links.`);
    for (const name of changed.slice(0, NAMED)) say(context.terminal, `- ${name}`);
    if (changed.length > NAMED) say(context.terminal, `- and ${countOf(changed.length - NAMED)} more`);
  }

  return { rows, valueOf: frontValue };
}

/** The field that takes the texts. @throws Refusal */
function bodyField({ name, fields }: Entity, given: string | undefined): RichTextDefinition {
  const known = fields.map(({ definition }) => definition).filter((one): one is RichTextDefinition => one.type === "richtext");
  const found = given === undefined && known.length === 1 ? known[0] : known.find((one) => one.name === given);
  if (found) return found;
  const use =
    known.length === 0
      ? `${name} has no rich text.`
      : `Name the field for the texts with --body: ${known.map((one) => one.name).join(" or ")}.`;
  throw new Refusal(given === undefined ? use : `${name}.${given} is no rich text. ${use}`);
}

interface Reading {
  readonly source: SourceOptions;
  readonly body: RichTextDefinition;
  readonly folders: PictureFolders;
  readonly upload: Upload;
}

async function rowOf(reading: Reading, file: TextFile, line: number): Promise<{ readonly row: Row; readonly isWhole: boolean }> {
  const { body } = reading;
  const problems: Problem[] = [...file.problems];
  const cells = new Map<string, unknown>();
  for (const [header, value] of file.values) {
    if (isSkipped(reading, file, header)) continue;
    cells.set(header, await withMedia(reading, file, { header, value, problems }));
  }
  const { value, isWhole } = await textOf(reading, file, problems);
  cells.set(body.name, value);
  const places = new Map([...file.places, [body.name, file.lineOf(0)] as const]);
  return { row: { line, place: file.name, places, cells, problems }, isWhole };
}

/** What the name of a file and the head of a page say is taken if it is asked for; front matter always. */
function isSkipped({ source: { names, entity } }: Reading, { body }: TextFile, header: string): boolean {
  if (names.has(header)) return false;
  return header.startsWith("file.") || header.startsWith("meta.") || (body.kind === "html" && !entity.byName.has(header));
}

interface Cell {
  readonly header: string;
  readonly value: unknown;
  readonly problems: Problem[];
}

/** The value, with the id of an asset for the path of its file. */
async function withMedia({ source, folders, upload }: Reading, file: TextFile, { header, value, problems }: Cell): Promise<unknown> {
  const column = columnOf(source.schema, source.entity, header, source.names);
  if (!column || column.reference || !MEDIA.has(column.definition?.type ?? "")) return value;
  const idOf = async (one: unknown): Promise<unknown> => {
    if (typeof one !== "string" || one === "") return one;
    const found = findFile(one, join(folders.folder, file.name), folders);
    if (found === null) return one;
    if ("path" in found) return (await upload(found.path, null)).id;
    problems.push({ place: file.places.get(header) ?? file.name, message: `${header}: ${one}: ${found.problem}` });
    return null;
  };
  return Array.isArray(value) ? Promise.all(value.map(idOf)) : idOf(value);
}

/** The text with its pictures as assets. */
async function textOf({ body, folders, upload }: Reading, file: TextFile, problems: Problem[]) {
  const ids = new Map<string, string>();
  for (const url of imagesOf(file.body)) {
    const found = findFile(url, join(folders.folder, file.name), folders);
    const place = file.lineOf(file.body.text.indexOf(url));
    if (found && "problem" in found) problems.push({ place, message: `${url}: ${found.problem}` });
    if (!found || !("path" in found)) continue;
    const { id, type } = await upload(found.path, null);
    if (type !== "" && type !== "_image") problems.push({ place, message: `${url}: this file is no image` });
    ids.set(url, id);
  }
  return bodyValue(body, file.body, (url) => ids.get(url) ?? null);
}
