/** Rich text whose format changes, converted in batches into the table from which the steps of the change take it. */
import { CREATE_CONVERTED, FIRST_ID, STORE_CONVERTED } from "@colophon/engine";
import type { ChangedTexts, RichTextDefinition } from "@colophon/engine";
import type pg from "pg";

/** Stored rich text in the format that its field has now. */
export type ConvertText = (definition: RichTextDefinition, stored: string) => { readonly text: string; readonly isWhole: boolean };

interface StoredText {
  readonly id: string;
  readonly text: string;
}

/** Converts the texts that have no result yet. @returns the number of those that can't be kept whole */
export async function convertTexts(
  client: pg.ClientBase,
  { place, definition, batches }: ChangedTexts,
  convert: ConvertText,
): Promise<number> {
  await client.query(CREATE_CONVERTED);
  let lost = 0;
  for (const batch of batches) {
    for (let last: string | undefined = FIRST_ID; last !== undefined;) {
      const { rows }: pg.QueryResult<StoredText> = await client.query(batch, [last]);
      const results = rows.map(({ text }) => convert(definition, text));
      const columns = [rows.map(({ text }) => text), results.map(({ text }) => text), results.map(({ isWhole }) => isWhole)];
      if (rows.length > 0) await client.query(STORE_CONVERTED, [place, ...columns]);
      lost += results.filter(({ isWhole }) => !isWhole).length;
      last = rows.at(-1)?.id;
    }
  }
  return lost;
}
