import { defaultValues, GLOBAL_GROUP, type Entity, type Schema } from "@colophon/engine";
import pg from "pg";
import { canonicalEmail } from "@colophon/model";
import type { Database } from "../database.ts";
import { newId } from "../ids.ts";
import { withClient } from "../connections/connection.ts";
import { assignRole, hasUserWithRole } from "../tables/auth/users.ts";
import { SchemaRefused } from "./refusals.ts";

const OWN_COLUMNS = ["id", "version", "created_at", "updated_at", "published_at"];

/** Inserts the missing row of each global whose required fields all have defaults: published, with defaults, in the default locale. */
export async function seedGlobals(database: Database, schema: Schema): Promise<void> {
  const seeded = [...schema.entities.values()].filter((entity) => entity.kind === "global" && isComplete(entity));
  if (seeded.length === 0) return;
  const missing = seeded.map((entity, at) => `select ${at} as at where not exists (select from ${tableOf(entity)})`);
  const rows = await database.run<{ at: number }>({ text: missing.join(" union all ") });
  for (const { at } of rows) {
    const entity = seeded[at];
    if (entity) await seed(database, entity, schema.config.defaultLocale);
  }
}

function isComplete(entity: Entity): boolean {
  const values = defaultValues(entity);
  return entity.fields.every(({ required, storage }) => !required || (storage.kind === "column" && Object.hasOwn(values, storage.column)));
}

async function seed(database: Database, entity: Entity, defaultLocale: string): Promise<void> {
  const table = tableOf(entity);
  const row = `jsonb_populate_record(null::${table}, $2::jsonb || jsonb_build_object('id', $1::text, 'version', 1,
    'created_at', now(), 'updated_at', now(), 'published_at', now()))`;
  const columns = columnsOf(entity).map(pg.escapeIdentifier).join();
  await database.run({ text: `insert into ${table} (${columns}) select ${columns} from ${row} on conflict do nothing` }, [
    newId(),
    JSON.stringify({ ...defaultValues(entity), ...(entity.translatable && { locale: defaultLocale, translation_group: GLOBAL_GROUP }) }),
  ]);
}

function columnsOf({ fields, translatable }: Entity): readonly string[] {
  return [
    ...OWN_COLUMNS,
    ...(translatable ? ["locale", "translation_group"] : []),
    ...fields.flatMap(({ storage }) => (storage.kind === "column" ? [storage.column] : [])),
  ];
}

function tableOf({ table }: Entity): string {
  return `${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)}`;
}

/**
 * Creates the first admin, with the first admin role, if no user has an admin role. An existing user with that email address becomes the
 * admin. @returns the email address of an admin who was created now. @throws SchemaRefused without an admin and without an address.
 */
export async function ensureAdmin(database: Database, schema: Schema, email: string | undefined): Promise<string | undefined> {
  const roles = [...schema.roles.values()].filter(({ isAdmin }) => isAdmin).map(({ name }) => name);
  const [first = ""] = roles;
  if (await withClient(database.pool, (client) => hasUserWithRole(client, roles))) return undefined;
  if (!email) throw new SchemaRefused("There is no admin.", ["Set CMS_ADMIN_EMAIL to the address of the first admin"]);
  const address = canonicalEmail(email);
  await assignRole(database, { id: newId(), email: address, name: address.split("@")[0] ?? "", role: first });
  return address;
}
