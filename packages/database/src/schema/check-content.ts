import { contentChecks, SHAPE_FUNCTIONS, withChecks } from "@colophon/engine";
import type { Catalog, Reshaped, Schema } from "@colophon/engine";
import type pg from "pg";
import { convertTexts, createConverted, type ConvertText } from "./convert-texts.ts";

/** The results of checks, by the path of the field. */
export type Checked = ReadonlyMap<string, Reshaped>;

export interface ContentToCheck {
  readonly schema: Schema;
  readonly catalog: Catalog;
  /** Without it, no rich text is converted: the checks say what would be lost. */
  readonly convertText?: ConvertText | undefined;
  readonly known?: Checked;
}

/**
 * Compares stored JSON with the definitions that have changed since the last change of the configuration: reads all rows of these fields.
 * @param known - earlier results that still hold.
 * @returns the catalog with the results.
 */
export async function checkContent(
  client: pg.ClientBase,
  { schema, catalog, convertText, known = new Map() }: ContentToCheck,
): Promise<{ readonly catalog: Catalog; readonly checked: Checked }> {
  const checks = contentChecks(schema, catalog).filter(({ texts }) => !texts || texts.isNested || convertText);
  const checked = new Map<string, Reshaped>();
  if (checks.some(({ configPath }) => !known.has(configPath))) for (const definition of SHAPE_FUNCTIONS) await client.query(definition);
  for (const { configPath, sql, texts } of checks) {
    if (texts && !known.has(configPath)) {
      await createConverted(client);
      if (convertText) await convertTexts(client, texts, convertText);
    }
    checked.set(configPath, known.get(configPath) ?? (await run(client, sql)));
  }
  return { catalog: withChecks(catalog, checks, checked), checked };
}

async function run(client: pg.ClientBase, check: string): Promise<Reshaped> {
  const { rows } = await client.query<{ records: number; texts: number | null; lost: string }>(check);
  const { records = 0, texts, lost = "[]" } = rows[0] ?? {};
  return { records, lost: JSON.parse(lost) as Reshaped["lost"], hasTexts: Boolean(texts) };
}

/** The same without any change of the database, not even of its functions. */
export async function previewContent(client: pg.ClientBase, content: ContentToCheck): Promise<Catalog> {
  const { schema, catalog } = content;
  if (contentChecks(schema, catalog).length === 0) return catalog;
  await client.query("begin");
  try {
    await client.query("set local statement_timeout = 0");
    return (await checkContent(client, content)).catalog;
  } finally {
    await client.query("rollback");
  }
}
