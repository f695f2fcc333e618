/** `cms.schema_state`: every configuration that was applied to this database. */
import { shapeKeys } from "@colophon/engine";
import type { Field, Schema, TableChange } from "@colophon/engine";
import type pg from "pg";
import { applicationNameOf } from "../connections/watch.ts";
import type { Database } from "../database.ts";

export interface KnownState {
  /** The hash of the configuration that the tables have now; null before the first. */
  readonly current: string | null;
  /** Whether the given configuration was ever applied here. */
  readonly wasApplied: boolean;
}

/** Like `knownState`, also for a database that was never migrated: it has no configuration. */
export async function schemaStateOf(client: pg.ClientBase, hash: string): Promise<KnownState> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('cms.schema_state') is not null as there");
  return rows[0]?.there ? knownState(client, hash) : { current: null, wasApplied: false };
}

/** The position of this configuration hash in the history of this database. */
export async function knownState(client: pg.ClientBase, hash: string): Promise<KnownState> {
  const { rows } = await client.query<{ hash: string; current: boolean }>(
    "select hash, superseded_at is null as current from cms.schema_state where superseded_at is null or hash = $1",
    [hash],
  );
  return { current: rows.find(({ current }) => current)?.hash ?? null, wasApplied: rows.some((row) => row.hash === hash) };
}

/** Whether the configuration of that hash was ever applied here. */
export async function wasApplied(db: Pick<Database, "one">, hash: string): Promise<boolean> {
  return (await db.one({ text: "select from cms.schema_state where hash = $1" }, [hash])) !== null;
}

/** Whether a running process has announced that it uses the configuration of that hash. */
export async function isHeldByOthers(client: pg.ClientBase, hash: string): Promise<boolean> {
  const { rows } = await client.query("select from pg_stat_activity where datname = current_database() and application_name = $1 limit 1", [
    applicationNameOf(hash),
  ]);
  return rows.length > 0;
}

const BEGUN = `
  select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('content', 'cms') and (
    c.relname like 'ahead.%'
    or c.relkind = 'r' and exists (select from pg_attribute a where a.attrelid = c.oid and not a.attisdropped and a.attname like 'ahead.%')
    or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.conname like 'ahead.%')
    or exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname ~ '^(ahead|refers\\.before)\\.'))
  limit 1`;

/** Whether the database contains objects of an unfinished change to another configuration. */
export async function isBegun(client: pg.ClientBase): Promise<boolean> {
  return (await client.query(BEGUN)).rows.length > 0;
}

/** Whether a running process has announced that it uses another configuration than that of the hash. */
export async function areOthersRunning(client: pg.ClientBase, hash: string): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_stat_activity where datname = current_database() and application_name ~ $1 and application_name <> $2 limit 1",
    [`^${applicationNameOf("[0-9a-f]{32}")}$`, applicationNameOf(hash)],
  );
  return rows.length > 0;
}

/**
 * A step that a change deferred until no process works with another configuration. With `from` it is repeated, each time from the last id.
 */
export type DeferredStep = Pick<TableChange, "sql" | "takesAway"> & { readonly from?: string };

/** The remaining steps of the last change, locked until the transaction ends. */
export async function deferredStepsOf(client: pg.ClientBase): Promise<readonly DeferredStep[]> {
  const text = "select leftovers::text from cms.schema_state where superseded_at is null for update";
  const { rows } = await client.query<{ leftovers: string | null }>(text);
  return JSON.parse(rows[0]?.leftovers ?? "[]");
}

/** Stores the remaining steps of the last change, in the transaction that read them. */
export async function storeDeferredSteps(client: pg.ClientBase, deferred: readonly DeferredStep[]): Promise<void> {
  await client.query("update cms.schema_state set leftovers = $1 where superseded_at is null", [storedAs(deferred)]);
}

function storedAs(deferred: readonly DeferredStep[]): string | null {
  return deferred.length > 0 ? JSON.stringify(deferred) : null;
}

/** Stores that the tables have this configuration, except for the remaining steps. */
export async function storeSchemaState(client: pg.ClientBase, schema: Schema, deferred: readonly DeferredStep[]): Promise<void> {
  const now = "clock_timestamp()";
  await client.query(`update cms.schema_state set superseded_at = ${now}, leftovers = null where superseded_at is null`);
  await client.query(
    `insert into cms.schema_state (hash, definition, leftovers) values ($1, $2, $3)
     on conflict (hash) do update set definition = excluded.definition, applied_at = ${now}, superseded_at = null, leftovers = excluded.leftovers`,
    [schema.hash, JSON.stringify(definitionOf(schema)), storedAs(deferred)],
  );
}

/** The type of a field; for one that is stored as JSON also the key of its shape. */
type StoredField = string | { readonly type: string; readonly shape: string };

/** Entities with their fields: for people who compare configurations, and for changes of the shapes. */
function definitionOf(schema: Schema): Record<string, Record<string, StoredField>> {
  const shapes = shapeKeys(schema);
  const stored = (entity: string, { name, type }: Field): StoredField => {
    const shape = shapes.get(`${entity}.${name}`);
    return shape === undefined ? type : { type, shape };
  };
  const entities = [...schema.entities.values()];
  return Object.fromEntries(
    entities.map(({ name, fields }) => [name, Object.fromEntries(fields.map((field) => [field.name, stored(name, field)]))]),
  );
}

/** The keys of the stored shapes, by `article.links`. */
export async function storedShapes(client: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ definition: string }>("select definition::text from cms.schema_state where superseded_at is null");
  const definition = JSON.parse(rows[0]?.definition ?? "{}") as Record<string, Record<string, StoredField>>;
  return new Map(
    Object.entries(definition).flatMap(([entity, fields]) =>
      Object.entries(fields).flatMap(([field, of]): [string, string][] =>
        typeof of === "string" ? [] : [[`${entity}.${field}`, of.shape]],
      ),
    ),
  );
}
