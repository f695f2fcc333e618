/** Texts of any origin as rows: a record for each, with its pictures as assets. */
import { join } from "node:path";
import type { RichTextDefinition } from "@colophon/client/rich-text/format-changes";
import type { Entity } from "@colophon/engine";
import { Refusal } from "../failures.ts";
import { countOf } from "../progress.ts";
import { columnOf, isList, type Column } from "../records/columns.ts";
import type { Problem, Row } from "../records/rows.ts";
import type { Source, SourceOptions } from "../records/row-source.ts";
import { printMessage } from "../terminal.ts";
import { bodyValue, imagesOf } from "./body-value.ts";
import { keptHtml } from "./kept-html.ts";
import { createUploads, findFile, type PictureFolders } from "./pictures.ts";
import { placedMedia } from "./placed-media.ts";
import type { Text } from "./text-files.ts";

type Upload = ReturnType<typeof createUploads>;

const NAMED = 20;

export interface Texts {
  readonly folders: PictureFolders;
  /** From the beginning. */
  readonly texts: () => AsyncIterable<Text>;
}

/** @throws Refusal */
export function openTexts(source: SourceOptions, { folders, texts }: Texts): Source {
  const { context, api, entity, options } = source;
  const body = bodyField(entity, options.body);

  async function* rows({ isCheck }: { readonly isCheck: boolean }): AsyncGenerator<Row> {
    const upload = createUploads(api, { isCheck });
    const remarks: string[] = [];
    const leftOut = createLeftOut();
    let line = 0;
    for await (const text of texts()) {
      line += 1;
      const read = await rowOf({ source, body, folders, upload }, text, line);
      leftOut.note(toldOf(source, text));
      if (read.row.problems?.length === 0) remarks.push(...read.remarks.map((remark) => `${text.name}: ${remark}`));
      yield read.row;
    }
    if (!isCheck) return;
    if (remarks.length > 0) sayRemarks(remarks);
    const left = leftOut.sentence();
    if (left !== null) printMessage(context.terminal, left);
  }

  function sayRemarks(remarks: readonly string[]): void {
    printMessage(context.terminal, remarks.length === 1 ? "One text changes:" : `${countOf(remarks.length)} texts change:`);
    for (const remark of remarks.slice(0, NAMED)) printMessage(context.terminal, `- ${remark}`);
    if (remarks.length > NAMED) printMessage(context.terminal, `- and ${countOf(remarks.length - NAMED)} more`);
  }

  return { rows, valueOf: frontValue };
}

/** Says how many texts of a source aren't for everybody, if they are left out because the entity has no drafts. */
export function sayLeftOut({ context, entity }: SourceOptions, hidden: number, of: string): void {
  if (hidden > 0 && !entity.versions)
    printMessage(context.terminal, `${countOf(hidden)} of ${of} are not published. They are left out: ${entity.name} has no drafts.`);
}

/** The field that takes the texts. @throws Refusal */
export function bodyField({ name, fields }: Entity, given: string | undefined): RichTextDefinition {
  const known = fields
    .map(({ definition }) => definition)
    .filter((definition): definition is RichTextDefinition => definition.type === "richtext");
  const found = given === undefined && known.length === 1 ? known[0] : known.find((field) => field.name === given);
  if (found) return found;
  const use =
    known.length === 0
      ? `${name} has no rich text.`
      : `Name the field for the texts with --body: ${known.map((field) => field.name).join(" or ")}.`;
  throw new Refusal(given === undefined ? use : `${name}.${given} is no rich text. ${use}`);
}

interface Read {
  readonly row: Row;
  readonly remarks: readonly string[];
}

interface Reading {
  readonly source: SourceOptions;
  readonly body: RichTextDefinition;
  readonly folders: PictureFolders;
  readonly upload: Upload;
}

/** The same text with HTML that documents can hold. */
function kept(text: Text): Text {
  if (text.body.kind !== "html") return text;
  const { html, lost } = keptHtml(text.body.text);
  const remarks = lost.length > 0 ? [`these parts are left out: ${lost.join(", ")}`] : [];
  return { ...text, body: { kind: "html", text: html }, remarks: [...(text.remarks ?? []), ...remarks] };
}

async function rowOf(reading: Reading, given: Text, line: number): Promise<Read> {
  const { body } = reading;
  const file = kept(given);
  const problems: Problem[] = [...file.problems];
  const cells = new Map<string, unknown>();
  for (const [header, value] of file.values) {
    if (value === undefined || isSkipped(reading.source, file, header)) continue;
    cells.set(header, await withMedia(reading, file, { header, value, problems }));
  }
  const { value, isWhole, elsewhere } = await textOf(reading, file, problems);
  cells.set(body.name, value);
  const places = new Map([...file.places, [body.name, file.lineOf(0)] as const]);
  const remarks = [
    ...(file.remarks ?? []),
    ...(isWhole
      ? []
      : [
          "a document can't say all of it (HTML, comments, pictures of other sites, titles of links): it becomes text or links, or is left out",
        ]),
    ...(elsewhere > 0 && reading.folders.media !== null
      ? [`pictures that are not in the folder of --media become links: ${elsewhere}`]
      : []),
  ];
  const { isDraft, group } = file;
  const more = { ...(isDraft !== undefined && { isDraft }), ...(group !== undefined && { group }) };
  return { row: { line, place: file.name, places, cells, problems, ...more }, remarks };
}

/** Front matter is always taken; what else is known about a text only if it is asked for, or a field has its name. */
function isSkipped({ names, entity }: SourceOptions, { isSelective }: Text, header: string): boolean {
  if (names.has(header)) return false;
  return (
    /^(?:file|meta)\./.test(header) || (isSelective === true && !entity.byName.has(header) && !(entity.translatable && header === "locale"))
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The names of a text's values that are taken, and of those that aren't. */
function toldOf(source: SourceOptions, text: Text) {
  const [taken, skipped] = [new Set<string>(), new Set<string>()];
  for (const [header, value] of text.values) {
    const name = isEmpty(value) ? null : (text.toldAs?.(header) ?? null);
    if (name !== null) (isSkipped(source, text, header) ? skipped : taken).add(name);
  }
  return { taken, skipped };
}

interface Cell {
  readonly header: string;
  readonly value: unknown;
  readonly problems: Problem[];
}

/** The value, with the ids of assets for the paths of their files. */
async function withMedia({ source, folders, upload }: Reading, file: Text, { header, value, problems }: Cell): Promise<unknown> {
  const column = columnOf(source.schema, source.entity, header, source.names);
  if (!column?.definition || column.reference) return value;
  return placedMedia(column.definition, value, async (path) => {
    if (typeof path !== "string" || path === "") return path;
    const found = findFile(path, join(file.folder, "text"), folders);
    if (found && "path" in found) return (await upload(found.path, null)).id;
    if (found === null && !/^https?:/i.test(path)) return path;
    const problem = found?.problem ?? "is not in the folder of --media";
    problems.push({ place: file.places.get(header) ?? file.name, message: `${header}: ${path}: ${problem}` });
    return null;
  });
}

/** The text with its pictures as assets. */
async function textOf({ body, folders, upload }: Reading, file: Text, problems: Problem[]) {
  const ids = new Map<string, string>();
  let elsewhere = 0;
  for (const url of imagesOf(file.body)) {
    const found = findFile(url, join(file.folder, "text"), folders);
    const line = file.lineOf(file.body.text.indexOf(url));
    if (found && "problem" in found) problems.push({ place: line, message: `${url}: ${found.problem}` });
    if (found === null) elsewhere += 1;
    if (!found || !("path" in found)) continue;
    const { id, type } = await upload(found.path, null);
    if (type !== "" && type !== "_image") problems.push({ place: line, message: `${url}: this file is no image` });
    ids.set(url, id);
  }
  return { ...bodyValue(body, file.body, (url) => ids.get(url) ?? null), elsewhere };
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, "1": true, "0": false };

/** What doesn't fit is left as it is, for the check of the field; undefined for what is left out. */
function frontValue(column: Column, value: unknown): unknown {
  if (value === undefined || value === "") return undefined;
  if (value === null) return null;
  if (isList(column)) return [value].flat();
  const type = column.definition?.type;
  if (type === "date" || type === "datetime") return typeof value === "string" ? timeOf(type, value) : value;
  if (type === "number" && typeof value === "string") return /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (type === "boolean" && typeof value === "string") return BOOLEANS[value.toLowerCase()] ?? value;
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

/** The values of an export that no field takes: they are named before anything is imported. */
function createLeftOut() {
  const taken = new Set<string>();
  /** How many texts have a value that isn't taken, by its name. */
  const skipped = new Map<string, number>();
  return {
    /** @param names - the names of the values of one text, as they are told: several forms of one value have one name */
    note(names: { readonly taken: ReadonlySet<string>; readonly skipped: ReadonlySet<string> }): void {
      for (const name of names.taken) taken.add(name);
      for (const name of names.skipped) skipped.set(name, (skipped.get(name) ?? 0) + 1);
    },
    /** A sentence for people; null if everything is taken. */
    sentence(): string | null {
      const left = [...skipped].filter(([name]) => !taken.has(name));
      if (left.length === 0) return null;
      const named = left.map(([name, count]) => `${name} (${countOf(count)})`);
      return `No field takes these values, so they are left out: ${named.join(", ")}. Name fields for them with --map.`;
    },
  };
}
