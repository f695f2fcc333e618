import { knownState } from "@colophon/database";
import type pg from "pg";
import { Refusal } from "../failures.ts";
import type { Site } from "../site.ts";

/** @throws Refusal when the tables are not those of this configuration: then rows would be left out, or have no place */
export async function requireFit({ schema, file }: Pick<Site, "schema" | "file">, client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('cms.schema_state') is not null as there");
  const current = rows[0]?.there ? (await knownState(client, schema.hash)).current : null;
  if (current === schema.hash) return;
  throw new Refusal(
    `The database does not have the configuration ${file}: cms schema plan shows the difference, cms schema apply makes it.`,
  );
}
