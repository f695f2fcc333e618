/** The rows of a file of records. */
import { createReadStream } from "node:fs";
import { extname } from "node:path";
import { isPlainObject } from "@colophon/model";
import { parse } from "csv-parse";
import { Refusal } from "../failures.ts";
import { linesOf } from "../transfer/lines.ts";

export type Format = "csv" | "ndjson";

/** A mistake in a file. */
export interface Problem {
  readonly place: string;
  readonly message: string;
}

/** One record of a file. */
export interface Row {
  /** Of the file, from 1; of a folder, the number of the file. */
  readonly line: number;
  /** For people: `line 3`. */
  readonly place: string;
  /** By header, where that is known better. */
  readonly places?: ReadonlyMap<string, string>;
  readonly problems?: readonly Problem[];
  /** Whether it becomes a draft, whatever the others do. */
  readonly isDraft?: boolean;
  /** What the translations of one record have in common. */
  readonly group?: string;
  /** By header; the cells of a CSV file are texts. */
  readonly cells: ReadonlyMap<string, unknown>;
}

export interface RowsFile {
  readonly file: string;
  readonly format: Format;
  /** Between the cells of a CSV file. */
  readonly delimiter: string;
}

const FORMATS: Readonly<Record<string, Format>> = { ".csv": "csv", ".ndjson": "ndjson", ".jsonl": "ndjson" };

/** @throws Refusal if neither the option nor the name of the file says what it is */
export function formatOf(file: string, given: string | undefined): Format {
  if (given === "csv" || given === "ndjson") return given;
  const found = given === undefined ? FORMATS[extname(file).toLowerCase()] : undefined;
  if (found) return found;
  throw new Refusal(
    `${given === undefined ? `The name ${file} does not say what the file is` : `There is no format ${given}`}: use --format csv or --format ndjson.`,
  );
}

/** All rows, of which only a few are in memory. @throws Refusal with the line that can't be read */
export async function* rowsOf({ file, format, delimiter }: RowsFile): AsyncGenerator<Row> {
  yield* format === "csv" ? csvRows(file, delimiter) : ndjsonRows(file);
}

interface CsvRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function* csvRows(file: string, delimiter: string): AsyncGenerator<Row> {
  const parser = parse({ bom: true, delimiter, info: true, skip_empty_lines: true });
  const source = createReadStream(file).on("error", (error) => parser.destroy(error));
  let headers: readonly string[] | null = null;
  let line = 1; // of the first character of a row, which may have several lines
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<CsvRow>) {
      if (headers) yield { line, place: `line ${line}`, cells: new Map(headers.map((header, index) => [header, record[index] ?? ""])) };
      else headers = headersOf(record);
      line = info.lines + 1;
    }
  } catch (error) {
    throw error instanceof Error && "lines" in error ? new Refusal(`${file}: ${error.message}.`, { cause: error }) : error;
  } finally {
    source.destroy();
  }
}

/** @throws Refusal for a header that stands twice */
function headersOf(record: readonly string[]): readonly string[] {
  const headers = record.map((header) => header.trim());
  const twice = headers.find((header, index) => headers.indexOf(header) !== index);
  if (twice !== undefined) throw new Refusal(`The column ${JSON.stringify(twice)} stands twice in the file.`);
  return headers;
}

async function* ndjsonRows(file: string): AsyncGenerator<Row> {
  const source = createReadStream(file);
  let line = 0;
  try {
    for await (const text of linesOf(source, file, { withEmpty: true })) {
      line += 1;
      if (text.trim() !== "")
        yield { line, place: `line ${line}`, cells: new Map(Object.entries(objectOf(text, `${file}, line ${line}`))) };
    }
  } finally {
    source.destroy();
  }
}

function objectOf(text: string, place: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Refusal(`${place}: this is no JSON.`, { cause });
  }
  if (!isPlainObject(value)) throw new Refusal(`${place}: this is no JSON object.`);
  return value;
}
