/** Keeps the tables of searched words beside those of the entities: triggers fill them within each write's own transaction. */
import { fitName } from "../names.ts";
import { searchedTexts, wordsOf, wordsTableOf } from "../sql/search/words.ts";
import { sourceOf } from "../sql/source.ts";
import { name, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Entity, Table } from "../types.ts";
import { FILLED, hashOf } from "./ahead.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, TableChange } from "./catalog.ts";
import type { Standing } from "./contract.ts";
import { stagedWords, stageWords } from "./staged-words.ts";
import { createWords, routineOf, triggersOf } from "./words-routine.ts";

const MANAGED_TRIGGER = /^search\./;
const MANAGED_TABLE = /^cms\.search\./;

interface Keeping {
  readonly words: Table;
  /** Makes the function that the triggers call. */
  readonly routine: Sql;
  /** Of the routine, so that names alone can be compared. */
  readonly hash: string;
  readonly triggers: readonly [row: string, empty: string];
}

function keepingOf(entity: Entity): Keeping | null {
  const words = wordsTableOf(entity);
  if (!words) return null;
  const routine = routineOf(entity, words);
  const hash = hashOf(textOf(routine));
  return { words, routine, hash, triggers: [`search.${hash}`, `search.${hash}.empty`] };
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

/**
 * Makes an entity's words where they are missing or others: at once, behind triggers that keep writers out meanwhile, or
 * ahead of the switch, which then puts them in their place.
 */
export function keepWords(entity: Entity, catalog: Catalog, standing: Standing | null): TableChange[] {
  const keeping = keepingOf(entity);
  if (!keeping) return [];
  const { words, routine, hash, triggers } = keeping;
  const [of, found] = [catalog.tables.get(tableKey(entity.table)), catalog.tables.has(tableKey(words))];
  if (found && triggers.every((trigger) => of?.triggers.has(trigger))) return [];
  const staged = stagedWords(hash);
  const kept = [routine, ...triggersOf(entity.table, words, triggers)];
  if (catalog.tables.get(tableKey(staged))?.note === FILLED) {
    const replaced = found ? [sql`drop table ${table(words)}`] : [];
    const renamed = [
      sql`alter table ${table(staged)} rename to ${name(words.name)}`,
      sql`alter index ${table({ schema: "cms", name: `${staged.name}_pkey` })} rename to ${name(fitName(`${words.name}_pkey`))}`,
    ];
    return changesAt(entity.name, [...replaced, ...renamed, ...kept, sql`drop function if exists ${table(staged)}()`]);
  }
  const source = sourceOf(entity);
  const filled = sql`select ${name(source.alias)}.id, ${wordsOf(searchedTexts(entity, source))} from ${table(entity.table)} ${name(source.alias)}`;
  const changes = changesAt(entity.name, [
    found ? sql`truncate ${table(words)}` : createWords(words),
    ...kept,
    ...(of && of.rows > 0 ? [sql`insert into ${table(words)} (id, words) ${filled}`] : []),
  ]);
  const ahead = standing && stageWords(entity, hash, standing);
  return changes.map((change, at) => (at === 0 && ahead ? { ...change, ahead } : change));
}

/** Names of the staged tables that are to become the words of these entities. */
export function stagedFor(entities: readonly Entity[], catalog: Catalog): ReadonlySet<string> {
  const staged = entities.flatMap((entity) => keepingOf(entity) ?? []).map(({ hash }) => stagedWords(hash));
  return new Set(staged.filter((one) => catalog.tables.get(tableKey(one))?.note === FILLED).map((one) => one.name));
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
