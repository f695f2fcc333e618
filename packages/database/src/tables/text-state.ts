/** `cms.text_state`: conversions of the stored texts, by name. */
import type pg from "pg";

/** `normalized`: the normal form of all texts. `collation`: the version of ICU with which the indexes were built. */
export type TextStateName = "normalized" | "collation";

export async function findTextState(client: pg.ClientBase, name: TextStateName): Promise<string | null> {
  const { rows } = await client.query<{ value: string }>("select value from cms.text_state where name = $1", [name]);
  return rows[0]?.value ?? null;
}

const STORE = "insert into cms.text_state (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value";

export async function storeTextState(client: pg.ClientBase, name: TextStateName, value: string): Promise<void> {
  await client.query(STORE, [name, value]);
}
