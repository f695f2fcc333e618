/** What keeps the words of an entity: a table, a function and the triggers that call it. */
import { searchedTexts, wordsOf } from "../sql/search/words.ts";
import { empty, join, name, sql, table } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Entity, Table } from "../types.ts";

/** The empty table. */
export function createWords(words: Table): Sql {
  return sql`create table ${table(words)} ("id" uuid primary key, "words" bytea not null) with (toast_tuple_target = 8160)`;
}

/**
 * The row's words after each write; a table that is emptied takes them all along.
 * @param rights - `owner` writes the words whatever the one may do who writes the row.
 */
export function routineOf(entity: Entity, words: Table, rights: "caller" | "owner" = "caller"): Sql {
  const [fresh, stale] = ["new", "old"].map((alias) => searchedTexts(entity, { entity, alias, depth: 0 }));
  const as = rights === "owner" ? sql` security definer set search_path = pg_catalog` : empty;
  return sql`create or replace function ${table(words)}() returns trigger language plpgsql${as} as $$
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

/** The triggers of an entity's table, for rows and for the whole of it. */
export function triggersOf(of: Table, words: Table, [row, whole]: readonly [row: string, whole: string]): readonly Sql[] {
  return [
    sql`create or replace trigger ${name(row)} after insert or update or delete on ${table(of)} for each row execute function ${table(words)}()`,
    sql`create or replace trigger ${name(whole)} after truncate on ${table(of)} for each statement execute function ${table(words)}()`,
  ];
}
