/** Keeps the tables of searched words beside those of the entities: triggers fill them within each write's own transaction. */
import { createHash } from "node:crypto";
import { searchedTexts, wordsOf, wordsTableOf } from "../sql/search/words.ts";
import { sourceOf } from "../sql/source.ts";
import { join, name, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Entity, Table } from "../types.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, TableChange } from "./catalog.ts";

const MANAGED_TRIGGER = /^search\./;
const MANAGED_TABLE = /^cms\.search\./;
const HASH_LENGTH = 10;

interface Keeping {
  readonly words: Table;
  /** Makes the function that the triggers call. */
  readonly routine: Sql;
  /** Its hash is in the triggers' names, so that names alone can be compared. */
  readonly triggers: readonly [row: string, empty: string];
}

/** The row's words after each write; a table that is emptied takes them all along. */
function routineOf(entity: Entity, words: Table): Sql {
  const [fresh, stale] = ["new", "old"].map((alias) => searchedTexts(entity, { entity, alias, depth: 0 }));
  return sql`create or replace function ${table(words)}() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate ${table(words)};
    return null;
  elsif tg_op = 'DELETE' then
    delete from ${table(words)} where id = old.id;
    return null;
  elsif tg_op = 'UPDATE' then
    if row(${join(fresh ?? [])}) is not distinct from row(${join(stale ?? [])}) then
      return null;
    end if;
  end if;
  insert into ${table(words)} (id, words) values (new.id, ${wordsOf(fresh ?? [])}) on conflict (id) do update set words = excluded.words;
  return null;
end $$`;
}

function keepingOf(entity: Entity): Keeping | null {
  const words = wordsTableOf(entity);
  if (!words) return null;
  const routine = routineOf(entity, words);
  const hash = createHash("sha256").update(textOf(routine)).digest("hex").slice(0, HASH_LENGTH);
  return { words, routine, triggers: [`search.${hash}`, `search.${hash}.empty`] };
}

function changesAt(place: string, steps: readonly Sql[]): TableChange[] {
  return steps.map((step) => ({ sql: textOf(step), lossy: null, place }));
}

/** Triggers that keep other words than the configuration asks for; the first step, because they read columns that may change. */
export function dropWordsTriggers(entity: Entity, catalog: Catalog): TableChange[] {
  const wanted: readonly string[] = keepingOf(entity)?.triggers ?? [];
  const found = [...(catalog.tables.get(tableKey(entity.table))?.triggers ?? [])];
  const old = found.filter((trigger) => MANAGED_TRIGGER.test(trigger) && !wanted.includes(trigger));
  return changesAt(
    entity.name,
    old.map((trigger) => sql`drop trigger ${name(trigger)} on ${table(entity.table)}`),
  );
}

/** Makes an entity's words where they are missing or others. The triggers come first: they keep writers out while the rest is filled in. */
export function keepWords(entity: Entity, catalog: Catalog): TableChange[] {
  const keeping = keepingOf(entity);
  if (!keeping) return [];
  const { words, routine, triggers } = keeping;
  const [row, empty] = triggers;
  const [of, found] = [catalog.tables.get(tableKey(entity.table)), catalog.tables.has(tableKey(words))];
  if (found && triggers.every((trigger) => of?.triggers.has(trigger))) return [];
  const source = sourceOf(entity);
  const filled = sql`select ${name(source.alias)}.id, ${wordsOf(searchedTexts(entity, source))} from ${table(entity.table)} ${name(source.alias)}`;
  return changesAt(entity.name, [
    found
      ? sql`truncate ${table(words)}`
      : sql`create table ${table(words)} ("id" uuid primary key, "words" bytea not null) with (toast_tuple_target = 8160)`,
    routine,
    sql`create or replace trigger ${name(row)} after insert or update or delete on ${table(entity.table)} for each row execute function ${table(words)}()`,
    sql`create or replace trigger ${name(empty)} after truncate on ${table(entity.table)} for each statement execute function ${table(words)}()`,
    ...(of && of.rows > 0 ? [sql`insert into ${table(words)} (id, words) ${filled}`] : []),
  ]);
}

/** Words of entities that are gone, or are not searched any more. */
export function dropWords(entities: readonly Entity[], catalog: Catalog): TableChange[] {
  const wanted = new Set(entities.flatMap((entity) => wordsTableOf(entity) ?? []).map(tableKey));
  const gone = [...catalog.tables.keys()].filter((key) => MANAGED_TABLE.test(key) && !wanted.has(key)).toSorted();
  return gone.flatMap((key) => {
    const words: Table = { schema: "cms", name: key.slice("cms.".length) };
    const steps = [sql`drop table ${table(words)}`, sql`drop function if exists ${table(words)}()`];
    return changesAt(words.name.slice("search.".length), steps).map((step) => ({ ...step, takesAway: "data" as const }));
  });
}
