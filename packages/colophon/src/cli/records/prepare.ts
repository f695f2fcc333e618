/** From the rows of a file to bodies for the API. */
import { randomUUID } from "node:crypto";
import { createEngine, type Entity, type Field, type Schema } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { isPlainObject } from "@colophon/model";
import { columnOf, type Column } from "./columns.ts";
import { normalized, type Lookup } from "./lookup.ts";
import type { Problem, Row } from "./rows.ts";

export interface PrepareOptions {
  readonly schema: Schema;
  readonly entity: Entity;
  /** The value of a cell; undefined for an empty one. */
  readonly valueOf: (column: Column, cell: unknown) => unknown;
  /** Header → field. */
  readonly names: ReadonlyMap<string, string>;
  /** Identifies the records of the file. */
  readonly key: Field | null;
  readonly draft: boolean;
  readonly lookup: Lookup;
}

/** A record of the file. */
export interface Prepared {
  readonly place: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Of the record that exists already; null for a new one. */
  readonly id: string | null;
  /** Whether it is created, or changed, as a draft. */
  readonly isDraft: boolean;
  /** What the translations of one record have in common. */
  readonly group?: string;
  readonly problems: readonly Problem[];
}

interface Placed {
  readonly row: Row;
  readonly locale: string;
  readonly values: readonly (readonly [Column, unknown])[];
}

/** Stands for a record of the file that isn't created yet. */
const LATER = randomUUID();

export type Prepare = ReturnType<typeof createPrepare>;

export function createPrepare({ schema, entity, valueOf, names, key, draft, lookup }: PrepareOptions) {
  const columns = new Map<string, Column | null>();
  const system = createEngine(schema).as({ kind: "system" });
  const { hooks = {} } = schema.config.entities.find(({ name }) => name === entity.name) ?? {};
  const isCompleted = hooks.beforeValidate !== undefined || hooks.beforeCreate !== undefined; // hooks may set what is required
  const refersToItself = entity.fields.some(({ target }) => target === entity.name);
  /** Field and value → the line of the file that creates the record. */
  const lines = new Map<string, number>();

  function columnNamed(header: string): Column | null {
    const known = columns.get(header);
    if (known !== undefined) return known;
    const column = columnOf(schema, entity, header, names);
    columns.set(header, column);
    return column;
  }

  function place(row: Row): Placed {
    const { line, cells } = row;
    const values = [...cells].flatMap(([header, cell]) => {
      const column = columnNamed(header);
      const value = column && valueOf(column, cell);
      return column && value !== undefined ? [[column, value] as const] : [];
    });
    const locale = values.find(([{ path }]) => path[0] === "locale")?.[1];
    if (refersToItself) for (const [column, value] of values) remember(line, column, value);
    return { row, values, locale: typeof locale === "string" ? locale : schema.config.defaultLocale };
  }

  /** A later line may refer to the record of this one. */
  function remember(line: number, { path: [name = "", ...rest], reference }: Column, value: unknown): void {
    const field = entity.byName.get(name);
    if (!field || reference || rest.length > 0 || !(field.unique || field.type === "slug")) return;
    const place = `${name} ${normalized(field, value)}`;
    if (!lines.has(place)) lines.set(place, line);
  }

  /** The ids instead of the values that name records, and the values that name none. */
  function withIds(column: Column, value: unknown, { row, locale }: Placed, isCheck: boolean): { ids: unknown; missing: string[] } {
    const { reference } = column;
    if (!reference || value === null) return { ids: value, missing: [] };
    const isEarlier = (value: unknown) =>
      isCheck &&
      reference.entity === entity.name &&
      (lines.get(`${reference.field.name} ${normalized(reference.field, value)}`) ?? row.line) < row.line;
    const ids = [value]
      .flat()
      .map((value: unknown) => lookup.idOf({ ...reference, locale }, value) ?? (isEarlier(value) ? LATER : undefined));
    const missing = [value].flat().filter((_, index) => ids[index] === undefined);
    return { ids: Array.isArray(value) ? ids : ids[0], missing: missing.map(String) };
  }

  async function problemsOf(body: Readonly<Record<string, unknown>>, isNew: boolean, isDraft: boolean): Promise<readonly string[]> {
    const options = {
      operation: isNew ? "create" : "update",
      partial: !isNew,
      draft: isDraft || isCompleted,
      makeKey: randomUUID,
    } as const;
    try {
      await system.parseBody(entity.name, body, options);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return (error.details ?? [{ field: "", message: error.message }]).map(({ field, message }) => `${field} ${message}`.trim());
    }
  }

  async function prepareOne(placed: Placed, isCheck: boolean): Promise<Prepared> {
    const { row, values, locale } = placed;
    const { place: whole, places } = row;
    const body: Record<string, unknown> = {};
    const problems: Problem[] = [...(row.problems ?? [])];
    /** At its column, which the sentence begins with. */
    const tell = (message: string): void => {
      const name = values.find(([{ path }]) => new RegExp(`^${path[0]}\\b`).test(message))?.[0].header ?? "";
      problems.push({ place: places?.get(name) ?? whole, message });
    };
    for (const [column, value] of values) {
      const { ids, missing } = withIds(column, value, placed, isCheck);
      const { entity: target, field } = column.reference ?? {};
      for (const item of missing) tell(`${column.header}: there is no ${target} with the ${field?.name} ${JSON.stringify(item)}`);
      put(body, column.path, ids);
    }
    const own = key && body[key.name];
    if (key && (own === undefined || own === null)) tell(`${key.name} is required: it identifies the record`);
    const id = key ? (lookup.idOf({ entity: entity.name, field: key, locale }, own) ?? null) : null;
    const isDraft = draft || row.isDraft === true;
    if (problems.length === 0) for (const sentence of await problemsOf(body, id === null, isDraft)) tell(sentence);
    return { place: whole, body, id, isDraft, problems, ...(row.group !== undefined && { group: row.group }) };
  }

  return {
    /** Whether the row may refer to another one of the file, which has to be created before it. */
    refersToOthers: ({ cells }: Row): boolean =>
      refersToItself &&
      [...cells].some(([header, cell]) => columnNamed(header)?.reference?.entity === entity.name && cell !== "" && cell !== null),

    /** Bodies of rows, with their problems. In a check, a row may refer to the record of an earlier line, which isn't created yet. */
    async prepare(rows: readonly Row[], { isCheck }: { readonly isCheck: boolean }): Promise<Prepared[]> {
      const placed = rows.map(place);
      for (const [locale, own] of Map.groupBy(placed, (row) => row.locale)) {
        if (key) await lookup.load({ entity: entity.name, field: key, locale }, keysOf(own, key));
        await lookReferences(lookup, own, locale);
      }
      return Promise.all(placed.map((row) => prepareOne(row, isCheck)));
    },
  };
}

/** All at once: a query for each row would take long. */
async function lookReferences(lookup: Lookup, placed: readonly Placed[], locale: string): Promise<void> {
  const all = placed.flatMap(({ values }) => values.filter(([{ reference }, value]) => reference && value !== null));
  for (const [column, own] of Map.groupBy(all, ([name]) => name)) {
    if (column.reference)
      await lookup.load(
        { ...column.reference, locale },
        own.flatMap(([, value]) => [value].flat()),
      );
  }
}

function keysOf(placed: readonly Placed[], key: Field): readonly unknown[] {
  return placed.flatMap(({ values }) => values.filter(([{ path }]) => path.length === 1 && path[0] === key.name).map(([, value]) => value));
}

function put(body: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) return void (body[name] = value);
  const inner = body[name];
  const object: Record<string, unknown> = isPlainObject(inner) ? inner : {};
  body[name] = object;
  put(object, rest, value);
}
