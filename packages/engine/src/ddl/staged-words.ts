/** Words that are made ahead of a switch, in a table of their own: the running replicas go on searching the old ones. */
import { searchedTexts, wordsOf } from "../sql/search/words.ts";
import { name, sql, table, textOf } from "../sql/sql.ts";
import type { Entity, Table } from "../types.ts";
import { isAhead } from "./ahead.ts";
import type { AheadStep } from "./ahead.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, TableChange } from "./catalog.ts";
import type { Standing } from "./contract.ts";
import { createWords, routineOf, triggersOf } from "./words-routine.ts";

/** The table in which the words of that hash are made. */
export function stagedWords(hash: string): Table {
  return { schema: "cms", name: `ahead.${hash}` };
}

/** The entity with the names that its table and columns have now; null where a searched value changes with the switch. */
function entityBefore(entity: Entity, { table: of, columnOf }: Standing): Entity | null {
  const isSearched = new Set(searchedColumns(entity));
  const fields = entity.fields.map((field) => {
    if (field.storage.kind !== "column") return field;
    const column = columnOf(field.storage.column);
    return column === null ? null : { ...field, storage: { ...field.storage, column } };
  });
  const missing = entity.fields.some((field, at) => fields[at] === null && isSearched.has(field.name));
  return missing ? null : { ...entity, table: of, fields: fields.map((field, at) => field ?? entity.fields[at]!) };
}

function searchedColumns(entity: Entity): readonly string[] {
  return entity.fields
    .filter((field) => searchedTexts({ ...entity, fields: [field] }, { entity, alias: "t", depth: 0 }).length > 0)
    .map(({ name: of }) => of);
}

/**
 * The steps that fill them. The triggers come first and keep what is written from then on. Rows that were there are
 * locked while they are copied, so that none is copied which is deleted at that moment; words that a trigger wrote stay.
 */
export function stageWords(entity: Entity, hash: string, standing: Standing): readonly AheadStep[] | null {
  const before = entityBefore(entity, standing);
  if (!before) return null;
  const staged = stagedWords(hash);
  const [of, at] = [table(before.table), tableKey(before.table)];
  const source = { entity: before, alias: "t", depth: 0 };
  const rows = sql`select t.id, ${wordsOf(searchedTexts(before, source))} from ${of} t where t.id > $1::uuid and ($2::uuid is null or t.id <= $2::uuid) order by t.id for key share`;
  const triggers = triggersOf(before.table, staged, [staged.name, `${staged.name}.empty`]);
  const made = sql`create table if not exists`;
  return [
    {
      kind: "brief",
      table: at,
      statements: [
        textOf(createWords(staged)).replace("create table", textOf(made)),
        textOf(routineOf(before, staged, "owner")),
        ...triggers.map(textOf),
      ],
    },
    {
      kind: "fill",
      table: at,
      target: textOf(table(staged)),
      next: textOf(sql`select t.id from ${of} t where t.id > $1::uuid order by t.id offset $2 limit 1`),
      rows: textOf(sql`insert into ${table(staged)} (id, words) ${rows} on conflict (id) do nothing`),
    },
  ];
}

/** Takes away all triggers that fill staged words, as the first step of the switch, and what was staged and isn't wanted as its last. */
export function endStaging(before: Catalog, wanted: ReadonlySet<string>): { readonly first: TableChange[]; readonly last: TableChange[] } {
  const triggers = [...before.tables].flatMap(([key, { triggers: found }]) =>
    [...found].filter(isAhead).map((trigger) => sql`drop trigger ${name(trigger)} on ${table(tableOf(key))}`),
  );
  const left = [...before.tables.keys()].filter((key) => isAhead(tableOf(key).name) && !wanted.has(tableOf(key).name)).map(tableOf);
  const drops = left.flatMap((staged) => [sql`drop table ${table(staged)}`, sql`drop function if exists ${table(staged)}()`]);
  const changes = (steps: readonly ReturnType<typeof sql>[]) =>
    steps.map((step): TableChange => ({ sql: textOf(step), lossy: null, place: "cms" }));
  return { first: changes(triggers), last: changes(drops) };
}

function tableOf(key: string): Table {
  const schema = key.startsWith("cms.") ? "cms" : "content";
  return { schema, name: key.slice(schema.length + 1) };
}
