/** The only file that concatenates SQL text. Values become parameters; names are quoted; raw text can't be passed. */
import { createHash } from "node:crypto";
import { UUID_PATTERN } from "@colophon/model";
import type { Value } from "../placeholder.ts";
import type { Table } from "../types.ts";
import type { Statement } from "../statements.ts";

interface Param {
  readonly value: Value;
}

const SQL: unique symbol = Symbol("sql");

/** A piece of SQL: texts with a piece or a parameter between them. The same parameter used twice is sent once. */
export interface Sql {
  readonly [SQL]: true;
  readonly texts: readonly string[];
  readonly parts: readonly (Sql | Param)[];
}

type Separator = ", " | " and " | " or " | " + " | " || " | " union all " | "\n";

function isSql(value: unknown): value is Sql {
  return typeof value === "object" && value !== null && SQL in value;
}

function make(texts: readonly string[], parts: Sql["parts"]): Sql {
  return { [SQL]: true, texts, parts };
}

/** Pieces without parameters become text at once; the others are kept until the end, so that nothing is copied twice. */
function assemble(texts: readonly string[], pieces: readonly Sql[]): Sql {
  const out: string[] = [];
  const parts: Sql[] = [];
  let open = texts[0] ?? "";
  pieces.forEach((piece, at) => {
    const next = texts[at + 1] ?? "";
    if (piece.parts.length === 0) {
      open += (piece.texts[0] ?? "") + next;
      return;
    }
    out.push(open);
    parts.push(piece);
    open = next;
  });
  out.push(open);
  return make(out, parts);
}

/** SQL from a template: a piece of SQL is inserted, anything else becomes a parameter. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Sql | Value)[]): Sql {
  if (!Object.isFrozen(texts)) throw new TypeError("sql is a template tag: it takes no strings made at run time");
  return assemble(
    texts,
    parts.map((part) => (isSql(part) ? part : param(part))),
  );
}

/** One parameter; use the result twice and the value is sent once. */
export function param(value: Value): Sql {
  return make(["", ""], [{ value }]);
}

/** A quoted name: a table, column, index or alias from the compiled schema. */
export function name(identifier: string): Sql {
  if (identifier === "" || identifier.includes("\0")) throw new TypeError("not an SQL name");
  return make([`"${identifier.replaceAll('"', '""')}"`], []);
}

/** A table with its schema: `"content"."article"`. */
export function table(of: Table): Sql {
  return sql`${name(of.schema)}.${name(of.name)}`;
}

const columns = new WeakSet<Sql>();

/** A column of an alias: `"t0"."title"`. */
export function column(alias: string, columnName: string): Sql {
  const made = sql`${name(alias)}.${name(columnName)}`;
  columns.add(made);
  return made;
}

/** An expression that uses a value several times. A value that isn't only a column is computed once, by a subquery. */
export function usingOnce(value: Sql, use: (value: Sql) => Sql): Sql {
  if (columns.has(value)) return use(value);
  return sql`(select ${use(sql`once.value`)} from (select ${value} as value offset 0) once)`;
}

/** A name from the schema as a string constant, such as a JSON key. Never for a caller's input. */
export function literal(schemaName: string): Sql {
  if (!/^[\w.-]*$/.test(schemaName)) throw new TypeError(`not a schema's name: ${schemaName}`);
  return make([`'${schemaName}'`], []);
}

/** The regular expression of ids in stored content, which may contain anything in place of one. */
export const UUID_TEXT: Sql = make([`'${UUID_PATTERN.source}'`], []);

/** A value of the configuration as a text constant in JSON; all its quotes belong to the JSON. Never for a caller's input. */
export function jsonText(configured: unknown): Sql {
  return make([`'${JSON.stringify(configured).replaceAll("'", String.raw`\u0027`)}'`], []);
}

/** The same as a JSON constant. */
export function jsonConstant(configured: unknown): Sql {
  return sql`${jsonText(configured)}::jsonb`;
}

/** A path into JSON, from names of the schema, as a constant. */
export function jsonPath(path: string): Sql {
  if (!/^(?:strict )?\$[^'\\]*$/.test(path)) throw new TypeError(`not a path of the schema: ${path}`);
  return make([`'${path}'::jsonpath`], []);
}

/** A PostgreSQL type: `timestamptz(3)`, `text[]`. */
export function typeName(sqlType: string): Sql {
  if (!/^[a-z][a-z0-9_ ]*(\(\d+\))?(\[\])?$/.test(sqlType)) throw new TypeError(`not an SQL type: ${sqlType}`);
  return make([sqlType], []);
}

/** Empty SQL. */
export const empty: Sql = make([""], []);

/** The pieces, joined. An empty list is empty SQL. */
export function join(pieces: readonly Sql[], separator: Separator = ", "): Sql {
  if (pieces.length === 0) return empty;
  return assemble(["", ...pieces.slice(1).map(() => separator), ""], pieces);
}

/** All of the conditions; true if there are none. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : join(conditions, " and ");
}

/** Any of the conditions, in parentheses; false if there are none. */
export function anyOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`false` : sql`(${join(conditions, " or ")})`;
}

export function isEmpty(piece: Sql): boolean {
  return piece.parts.length === 0 && piece.texts[0] === "";
}

/** The piece's text with the placeholders of its parameters, numbered in order. */
function textWith(piece: Sql, names: Map<Param, string>): string {
  return piece.parts.reduce<string>((text, part, at) => text + partText(part, names) + (piece.texts[at + 1] ?? ""), piece.texts[0] ?? "");
}

function partText(part: Sql | Param, names: Map<Param, string>): string {
  if (isSql(part)) return textWith(part, names);
  const parameter = names.get(part) ?? `$${names.size + 1}`;
  names.set(part, parameter);
  return parameter;
}

/** Text with `$1…$n`, its values, and a name that is derived from the text, so that it is prepared once. */
export function prepare(piece: Sql, retryOn: readonly string[] = NONE): Statement {
  const names = new Map<Param, string>();
  const text = textWith(piece, names);
  const values = Array.from(names.keys(), ({ value }) => value);
  return Object.freeze({ name: nameOf(text), text, values: Object.freeze(values), retryOn });
}

/** The text of a piece without parameters. */
export function textOf(piece: Sql): string {
  const { text, values } = prepare(piece);
  if (values.length > 0) throw new TypeError("this SQL takes no parameters");
  return text;
}

const NONE: readonly string[] = Object.freeze([]);

/** 26 characters of a hash: the same text has the same name in every process. */
function nameOf(text: string): string {
  return `c${createHash("sha256").update(text).digest("base64url").slice(0, 25)}`;
}
