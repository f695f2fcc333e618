/** Rich text whose format changes, converted in batches into the table from which the steps of the change take it. */
import { CREATE_CONVERTED, FIRST_ID, STORE_CONVERTED } from "@colophon/engine";
import type { ChangedTexts } from "@colophon/engine";
import type pg from "pg";

/** A stored value with its rich text in the formats that the definition has now, and the paths of what can't be kept whole. */
export type ConvertText = (
  definition: ChangedTexts["definition"],
  stored: unknown,
) => { readonly value: unknown; readonly lost: readonly string[] };

interface StoredText {
  readonly id: string;
  readonly text: string;
}

/** Converts the values that have no result yet. @returns the number of those that can't be kept whole */
export async function convertTexts(client: pg.ClientBase, texts: ChangedTexts, convert: ConvertText): Promise<number> {
  const { resultsKey, definition, from, to, batches } = texts;
  let lost = 0;
  for (const batch of batches) {
    for (let last: string | undefined = FIRST_ID; last !== undefined;) {
      const { rows }: pg.QueryResult<StoredText> = await client.query(batch, [last]);
      const results = rows.map(({ text }) => convert(definition, from === "jsonb" ? JSON.parse(text) : text));
      const values = results.map(({ value }) => (to === "text" && typeof value === "string" ? value : JSON.stringify(value)));
      const losses = results.map((result) => JSON.stringify(result.lost));
      if (rows.length > 0) await client.query(STORE_CONVERTED, [resultsKey, rows.map(({ text }) => text), values, losses]);
      lost += results.filter((result) => result.lost.length > 0).length;
      last = rows.at(-1)?.id;
    }
  }
  return lost;
}

/** Creates the table of results, which checks also read where nothing is converted. */
export async function createConverted(client: pg.ClientBase): Promise<void> {
  await client.query(CREATE_CONVERTED);
}
