import { constraintNameOf } from "@colophon/database";
import { constraintOf, type Schema, lackingFields } from "@colophon/engine";
import pg from "pg";
import type { OrderedTable } from "./record-order.ts";
import { sqlColumns, sqlName } from "./tables.ts";

const EXPLAINED = 5;

/** Why rows could not be written, one sentence each for the first few; the rest is counted. */
export async function whyRefused(client: pg.ClientBase, schema: Schema, orderedTable: OrderedTable, count: number): Promise<string[]> {
  const table = sqlName(orderedTable.table);
  const text = `select s.id from ${orderedTable.staged} s where not exists (select from ${table} t where t.id = s.id) order by s.id limit ${EXPLAINED}`;
  const { rows } = await client.query<{ id: string }>(text);
  const sentences: string[] = [];
  for (const { id } of rows) sentences.push(await whyNot(client, schema, orderedTable, id));
  return count > rows.length ? [...sentences, `${orderedTable.entity?.name ?? orderedTable.key}: ${count - rows.length} more`] : sentences;
}

/** Tries one row, and rolls it back. */
async function whyNot(client: pg.ClientBase, schema: Schema, table: OrderedTable, id: string): Promise<string> {
  const columns = table.columns.filter((column) => !table.late.includes(column));
  await client.query("savepoint probe");
  try {
    const rows = `select ${sqlColumns(columns)} from ${table.staged} where id = $1`;
    await client.query(`insert into ${sqlName(table.table)} (${sqlColumns(columns)}) ${rows}`, [id]);
    return `${table.entity?.name ?? table.key} ${id} was refused`;
  } catch (error) {
    const sentence = sentenceOfViolation(schema, error);
    if (sentence === null) throw error;
    return `${table.entity?.name ?? table.key} ${id}: ${sentence}`;
  } finally {
    await client.query("rollback to savepoint probe");
  }
}

/** The meaning of a violated constraint, or null for any other failure. */
export function sentenceOfViolation(schema: Schema, error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith("23")) return null;
  const namedConstraint = constraintOf(schema, constraintNameOf(error) ?? "");
  const value = /=\((.*)\) (?:already|is not|is still)/.exec(error.detail ?? "")?.[1] ?? "";
  if (namedConstraint?.kind === "unique" && namedConstraint.fields.length === 0) return "the same file is here already, under another id";
  if (namedConstraint?.kind === "unique") return `its ${namedConstraint.fields.join(", ")} (${value}) is another record's here`;
  if (namedConstraint?.kind === "reference")
    return `${namedConstraint.entity}.${namedConstraint.fields.join(", ")} refers to ${namedConstraint.target ?? "a record"} ${value}, which is neither on the site nor in the export`;
  return error.detail ?? error.message;
}

const NAMED = 5;

/** The live records of the import that lack a conditionally required field, one sentence per field. */
export async function lackingTaken(client: pg.ClientBase, schema: Schema): Promise<string[]> {
  const sentences: string[] = [];
  for (const { entity, field, statement } of lackingFields(schema)) {
    const number = statement.values.length + 1;
    const text = `select id from (${statement.text}) lacking join taken k using (id) where k.entity = $${number} order by id`;
    const { rows } = await client.query<{ id: string }>(text, [...statement.values, entity]);
    if (rows.length === 0) continue;
    const ids = rows.slice(0, NAMED).map(({ id }) => id);
    const more = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : "";
    sentences.push(`${entity}.${field} is required by its condition in ${ids.join(", ")}${more}`);
  }
  return sentences;
}
