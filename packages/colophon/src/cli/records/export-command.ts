import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { Entity } from "@colophon/engine";
import { isPlainObject, kindOfDefinition } from "@colophon/model";
import { stringify } from "csv-stringify/sync";
import { Refusal, STATUS } from "../failures.ts";
import { countOf } from "../progress.ts";
import type { CommandContext } from "../site.ts";
import { printMessage } from "../terminal.ts";
import { openDestination } from "../transfer/destination.ts";
import { cellOf } from "./cells.ts";
import { collectionOf, columnOf, OF_TRANSLATIONS, type Column } from "./columns.ts";
import { withRecordApi } from "./record-api.ts";
import { formatOf } from "./rows.ts";

export interface RecordExportOptions {
  readonly format?: string;
  readonly delimiter?: string;
  readonly fields?: string;
  readonly draft?: boolean;
  readonly escapeFormulas?: boolean;
  readonly url?: string;
}

type Values = Readonly<Record<string, unknown>>;

const PAGE = 100;

/** `cms records export`: all records of an entity, oldest first, as CSV or NDJSON, which `cms records import` takes. */
export async function exportRecords(context: CommandContext, name: string, file: string, options: RecordExportOptions): Promise<number> {
  const { delimiter = ",", draft = false, escapeFormulas = false } = options;
  const format = formatOf(file, options.format);
  return withRecordApi(context, options.url, async (api, schema) => {
    const entity = collectionOf(schema, name);
    if (draft && !entity.versions) throw new Refusal(`${name} has no drafts: leave --draft out.`);
    const columns = headersOf(entity, options.fields).map((header) => exported(columnOf(schema, entity, header, new Map()), header));
    const query = queryOf(columns, draft);
    const destination = openDestination(file, context.terminal);
    const csv = (rows: readonly (readonly string[])[]) =>
      stringify(
        [...rows].map((row) => [...row]),
        { delimiter, escape_formulas: escapeFormulas },
      );
    const textOf = (records: readonly Values[]): string =>
      format === "csv"
        ? csv(records.map((record) => columns.map((column) => cellOf(column, valueIn(column, record)))))
        : records
            .map((record) => `${JSON.stringify(Object.fromEntries(columns.map((column) => [column.header, valueIn(column, record)])))}\n`)
            .join("");
    const write = async (text: string) => void (destination.out.write(text) || (await once(destination.out, "drain")));
    let count = 0;
    try {
      if (format === "csv") await write(csv([columns.map(({ header }) => header)]));
      for (let cursor: string | null | undefined = ""; typeof cursor === "string";) {
        query.set("cursor", cursor);
        const { data, meta } = await api.get(`/api/${entity.name}?${query}`);
        const records = data as readonly Values[];
        await write(textOf(records));
        count += records.length;
        cursor = meta?.nextCursor;
      }
      if (file !== "-") await finished(destination.out.end());
      await destination.keep();
    } catch (error) {
      await destination.discard();
      throw error;
    }
    printMessage(context.terminal, `Exported ${countOf(count)} records.`);
    return STATUS.done;
  });
}

/** The id, and what a new record would be given. */
function headersOf({ fields, translatable }: Entity, given: string | undefined): readonly string[] {
  if (given !== undefined) return given.split(",").map((name) => name.trim());
  const names = fields.filter(({ hidden }) => !hidden).map(({ name }) => name);
  return ["id", ...(translatable ? OF_TRANSLATIONS : []), ...names];
}

/** What an import ignores is exported, too. */
function exported(column: Column | null, header: string): Column {
  return column ?? { header, path: [header], definition: null, reference: null };
}

function queryOf(columns: readonly Column[], draft: boolean): URLSearchParams {
  const query = new URLSearchParams({ sort: "createdAt", limit: String(PAGE), count: "false" });
  query.set("fields", [...new Set(columns.map(({ path }) => path[0] ?? ""))].join(","));
  const references = columns.flatMap(({ path, reference }) => (reference ? [[path[0] ?? "", reference.field.name] as const] : []));
  for (const [name, own] of Map.groupBy(references, ([field]) => field))
    query.set(`resolve[${name}]`, own.map(([, field]) => field).join(","));
  if (draft) query.set("draft", "true");
  return query;
}

function valueIn({ path, definition, reference }: Column, record: Values): unknown {
  const value = path.reduce<unknown>((inner, name) => (inner as Values | null | undefined)?.[name] ?? null, record);
  const kind = definition && kindOfDefinition(definition);
  if (!reference && kind !== "id" && kind !== "links") return value;
  const name = reference?.field.name ?? "id";
  const nameOf = (value: unknown): unknown => (isPlainObject(value) ? (value[name] ?? null) : value); // without `resolve` it is an id
  return Array.isArray(value) ? value.map(nameOf) : nameOf(value);
}
