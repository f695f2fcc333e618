/** The values of an export, checked as the API checks them: constraints of the tables alone accept more. */
import { isAssetEntity, type AssetEntity } from "@colophon/config";
import { assetPath } from "@colophon/model";
import { incompatibilities, type Entity, type Schema } from "@colophon/engine";
import type { ArchivedTable } from "./tables.ts";

/** A line of an entry of the archive. */
export interface Line {
  readonly table: ArchivedTable;
  readonly entry: string;
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

type Row = Readonly<Record<string, unknown>>;

const NAMED = 20;
/** The form of the names that uploads get: one segment of a path, and no header could end in it. */
const FILENAME = /^\w[\w.-]{0,254}$/;
const MIME_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;
const TYPES_OF: Readonly<Record<AssetEntity, RegExp>> = { _image: /^image\//, _video: /^video\//, _file: /^(?!image\/|video\/)/ };

export type ValueCheck = ReturnType<typeof createValueCheck>;

/** Collects what doesn't fit: one sentence for each of the first values, and the number of the others. */
export function createValueCheck(schema: Schema) {
  const sentences: string[] = [];
  let count = 0;

  return {
    add({ table, entry, number, text }: Line): void {
      for (const problem of problemsOf(schema, table, text)) {
        count++;
        if (sentences.length < NAMED) sentences.push(`${entry}, line ${number}: ${problem}`);
      }
    },

    count: () => count,

    sentences: (): readonly string[] => (count > NAMED ? [...sentences, `${count - NAMED} more values don't fit`] : sentences),
  };
}

function problemsOf(schema: Schema, { kind, entity }: ArchivedTable, text: string): readonly string[] {
  const row = parsed(text);
  if (row === null) return []; // PostgreSQL refuses it
  if (kind === "versions") return contentProblems(schema, schema.entities.get(String(row["entity"])), row["data"]);
  if (kind !== "records" || entity === null) return [];
  return [...contentProblems(schema, entity, contentOf(entity, row)), ...localeProblems(schema, entity, row), ...fileProblems(entity, row)];
}

function contentProblems(schema: Schema, entity: Entity | undefined, content: unknown): readonly string[] {
  if (!entity) return [];
  return incompatibilities(schema, entity.name, content).map(({ field, message }) => `${entity.name}.${field} ${message}`);
}

/** The fields that have a column of their own; lists of references are rows of other tables. */
function contentOf(entity: Entity, row: Row): Row {
  const columns = entity.fields.flatMap(({ name, storage, automatic }) =>
    storage.kind === "column" && !automatic ? [[name, row[storage.column] ?? null] as const] : [],
  );
  return Object.fromEntries(columns);
}

function localeProblems(schema: Schema, entity: Entity, { locale }: Row): readonly string[] {
  const { locales } = schema.config;
  const isKnown = locale === undefined || locale === null || locales.includes(String(locale));
  return isKnown ? [] : [`${entity.name}.locale must be one of ${locales.join(", ")}`];
}

function fileProblems({ name }: Entity, { filename, mimeType, url }: Row): readonly string[] {
  if (!isAssetEntity(name)) return [];
  const type = String(mimeType);
  return [
    ...(FILENAME.test(String(filename)) ? [] : [`${name}.filename must be a name of letters, digits, dots, hyphens and underscores`]),
    ...(url === assetPath(String(filename)) ? [] : [`${name}.url must be the path of its filename`]),
    ...(MIME_TYPE.test(type) && TYPES_OF[name].test(type) ? [] : [`${name}.mimeType must be a type of files in ${name}`]),
  ];
}

function parsed(text: string): Row | null {
  try {
    const row: unknown = JSON.parse(text);
    return typeof row === "object" && row !== null ? (row as Row) : null;
  } catch {
    return null;
  }
}
