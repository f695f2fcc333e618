import { FIRST_ID } from "@colophon/engine";
import type { Entity, Field, Schema } from "@colophon/engine";
import pg from "pg";
import { findTextState, storeTextState } from "../tables/text-state.ts";
import { MIGRATION_MS } from "../connections/limits.ts";

/** A row with a text that, in NFC, equals another row's unique value. It is not changed. */
export interface Collision {
  readonly table: string;
  readonly id: string;
}

interface TextTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly sqlType: string }[];
}

const BATCH = 500;
const UNIQUE_VIOLATION = "23505";
const TEXT_FIELDS: ReadonlySet<string> = new Set(["text", "richtext", "slug", "select", "url", "object", "array", "blocks"]);

/** Converts the texts that earlier releases stored to NFC, in batches, once per database. */
export async function normalizeTexts(client: pg.ClientBase, schema: Schema): Promise<readonly Collision[]> {
  if ((await findTextState(client, "normalized")) !== null) return [];
  const collisions: Collision[] = [];
  for (const table of textTables(schema)) collisions.push(...(await normalizeTable(client, table)));
  await storeTextState(client, "normalized", "NFC");
  return collisions;
}

function textTables(schema: Schema): TextTable[] {
  const own = [...schema.entities.values()].map((entity) => ({ name: tableOf(entity), columns: entity.fields.flatMap(textColumn) }));
  const versions = { name: "cms.versions", columns: [{ name: "data", sqlType: "jsonb" }] };
  return [...own, versions].filter(({ columns }) => columns.length > 0);
}

function tableOf({ table }: Entity): string {
  return `${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)}`;
}

function textColumn({ type, definition, storage }: Field): { name: string; sqlType: string }[] {
  if (storage.kind !== "column" || !TEXT_FIELDS.has(type) || definition.immutable) return [];
  return [{ name: pg.escapeIdentifier(storage.column), sqlType: storage.sqlType }];
}

async function normalizeTable(client: pg.ClientBase, table: TextTable): Promise<Collision[]> {
  const due = table.columns.map(({ name, sqlType }) => `${asText(name, sqlType)} is not nfc normalized`).join(" or ");
  const set = table.columns.map(({ name, sqlType }) => `${name} = ${normalized(name, sqlType)}`).join(", ");
  const collisions: Collision[] = [];
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const found: { id: string }[] = await run(
      client,
      `select id from ${table.name} where id > $1 and (${due}) order by id limit ${BATCH}`,
      after,
    );
    const ids = found.map(({ id }) => id);
    const update = `update ${table.name} set ${set} where id = any($1)`;
    collisions.push(...(await updateRows(client, update, ids)).map((id) => ({ table: table.name, id })));
    after = ids.at(-1);
  }
  return collisions;
}

/** All rows at once, or one by one if some don't fit. @returns the ids of those that don't. */
async function updateRows(client: pg.ClientBase, update: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0 || (await fits(client, update, ids))) return [];
  const left: string[] = [];
  for (const id of ids) if (!(await fits(client, update, [id]))) left.push(id);
  return left;
}

const asText = (name: string, sqlType: string): string => (sqlType === "text[]" ? `array_to_string(${name}, ',')` : `${name}::text`);

/** JSON is normalized as text: no character of its syntax combines with the next one. */
function normalized(name: string, sqlType: string): string {
  if (sqlType === "text[]") return `case when ${name} is not null then array(select normalize(one, NFC) from unnest(${name}) one) end`;
  return sqlType === "jsonb" ? `normalize(${name}::text, NFC)::jsonb` : `normalize(${name}, NFC)`;
}

async function fits(client: pg.ClientBase, update: string, ids: readonly string[]): Promise<boolean> {
  try {
    await run(client, update, ids);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

async function run<R extends pg.QueryResultRow>(client: pg.ClientBase, text: string, value: unknown): Promise<R[]> {
  return (await client.query<R>({ text, values: [value], query_timeout: MIGRATION_MS } as pg.QueryConfig)).rows;
}
