/** The rows of an entity as editors see them: what is pending lies over what is live. */
import { automaticFields } from "./entities.ts";
import { column, join, name, sql, table, word } from "./sql.ts";
import type { Sql } from "./sql.ts";
import { storedLinks } from "./source.ts";
import type { Source } from "./source.ts";
import type { Entity, Field } from "./types.ts";
import { regclass } from "./write/values.ts";

const ROW = "_row"; // no field's name begins with an underscore: a whole row can't be mistaken for a column
const PENDING = "_pending";

/**
 * Content by field name with keys as the columns are named, without values that an earlier configuration let in and the
 * present columns can't hold: one such draft must not spoil a list.
 */
export function dataByColumn(entity: Entity, content: Sql): Sql {
  return sql`cms.fitting(${regclass(entity.table)}, ${renamedKeys(entity, content)})`;
}

/** Few fields have a column of another name. */
function renamedKeys(entity: Entity, content: Sql): Sql {
  const renamed = entity.fields.filter(({ name: key, storage }) => storage.kind === "column" && storage.column !== key);
  return renamed.reduce((data, { name: key, storage }) => {
    const to = word(storage.kind === "column" ? storage.column : key);
    const moved = sql`(${data} - ${word(key)}) || jsonb_build_object(${to}, ${data} -> ${word(key)})`;
    return sql`(case when ${data} ? ${word(key)} then ${moved} else ${data} end)`;
  }, content);
}

function columnsOf(entity: Entity): readonly Sql[] {
  const kept = automaticFields(entity).filter(({ name: field }) => field !== "_type");
  const row = [...kept.map(columnName), "version"].map((of) => column(ROW, of));
  const own = entity.fields.filter(({ storage }) => storage.kind === "column").map((field) => column("d", columnName(field)));
  return [...row, ...own, sql`v.data as ${name(PENDING)}`];
}

function columnName({ storage, name: field }: Field): string {
  return storage.kind === "column" ? storage.column : field;
}

function pendingLinks(source: Source, field: Field): Sql {
  const key = word(field.name);
  const data = column(source.alias, PENDING);
  const ids = sql`jsonb_array_elements_text(${data} -> ${key}) with ordinality p(id, place)`;
  const pending = sql`array(select p.id::uuid from ${ids} order by p.place)`;
  return sql`case when jsonb_typeof(${data} -> ${key}) = 'array' then ${pending} else ${storedLinks(source, field)} end`;
}

/** The entity's rows with pending drafts laid over them. Only for those who may update. */
export function draftSourceOf(entity: Entity, depth = 0): Source {
  const versions = sql`cms.versions v on v.entity = ${word(entity.name)} and v.record_id = ${column(ROW, "id")} and v.pending`;
  const overlaid = sql`lateral jsonb_populate_record(${name(ROW)}, ${dataByColumn(entity, sql`v.data`)}) d`;
  const rows = sql`${table(entity.table)} ${name(ROW)} left join ${versions} cross join ${overlaid}`;
  const source: Source = { entity, alias: `t${depth}`, depth, rows: sql`(select ${join(columnsOf(entity))} from ${rows})` };
  const pending = sql`${column(source.alias, PENDING)} is not null`;
  return { ...source, pending, links: (field) => pendingLinks(source, field) };
}
