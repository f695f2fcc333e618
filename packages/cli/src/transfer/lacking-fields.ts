import { lackingFields, type Schema } from "@colophon/engine";
import type pg from "pg";

const NAMED = 5;

/** The live records of the import that lack a conditionally required field, one sentence per field. */
export async function lackingTaken(client: pg.ClientBase, schema: Schema): Promise<string[]> {
  const sentences: string[] = [];
  for (const { entity, field, statement } of lackingFields(schema)) {
    const place = statement.values.length + 1;
    const text = `select id from (${statement.text}) lacking join taken k using (id) where k.entity = $${place} order by id`;
    const { rows } = await client.query<{ id: string }>(text, [...statement.values, entity]);
    if (rows.length === 0) continue;
    const ids = rows.slice(0, NAMED).map(({ id }) => id);
    const more = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : "";
    sentences.push(`${entity}.${field} is required by its condition in ${ids.join(", ")}${more}`);
  }
  return sentences;
}
