import type { Entity, Schema } from "@colophon/engine";
import pg from "pg";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";

/** Gives every global whose fields are all optional its row, published, where it has none. */
export async function seedGlobals(database: Database, schema: Schema): Promise<void> {
  const seeded = [...schema.entities.values()].filter(({ kind, fields }) => kind === "global" && fields.every(({ required }) => !required));
  if (seeded.length === 0) return;
  const missing = seeded.map((entity, at) => `select ${at} as at where not exists (select from ${tableOf(entity)})`);
  const rows = await database.run<{ at: number }>({ text: missing.join(" union all ") });
  for (const { at } of rows) {
    const entity = seeded[at];
    if (entity) await seed(database, entity);
  }
}

async function seed(database: Database, entity: Entity): Promise<void> {
  const text = `insert into ${tableOf(entity)} (id, version, created_at, updated_at, published_at)
    values ($1, 1, now(), now(), now()) on conflict do nothing`;
  await database.run({ text }, [newId()]);
}

function tableOf({ table }: Entity): string {
  return `${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)}`;
}
