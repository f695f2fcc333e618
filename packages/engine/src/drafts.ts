/** The rows of an entity as editors see them: what is pending lies over what is live. */
import { automaticFields } from "./entities.ts";
import { column, empty, join, name, sql, table, word } from "./sql.ts";
import type { Sql } from "./sql.ts";
import { storedLinks } from "./source.ts";
import type { Source } from "./source.ts";
import type { Entity, Field, Schema, Table } from "./types.ts";
import { regclass } from "./write/values.ts";

const ROW = "_row"; // no field's name begins with an underscore: a whole row can't be mistaken for a column
const PENDING = "_pending";

/**
 * Content by field name with keys as the columns are named, without values that an earlier configuration let in and the
 * present columns can't hold: one such draft must not spoil a list.
 */
export function dataByColumn(entity: Entity, content: Sql, of: Sql = regclass(entity.table)): Sql {
  return sql`cms.fitting(${of}, ${renamedKeys(entity, content)})`;
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

/** Where the records are kept that an entity's relations point to, by the name of the field. */
export type Targets = ReadonlyMap<string, Table>;

/** The tables of all that an entity points to. */
export function targetsOf(schema: Schema, entity: Entity): Targets {
  const tables = entity.fields.map(({ name: field, target }) => [field, target === null ? undefined : schema.entities.get(target)?.table]);
  return new Map(tables.filter((one): one is [string, Table] => one[1] !== undefined));
}

/** An id while its record is there, else null: a draft may point to one that is gone, and as with what is live, its id goes too. */
export function keptId(id: Sql, target: Table): Sql {
  return sql`(select x.id from ${table(target)} x where x.id = ${id})`;
}

/** A list of ids in JSON as an array in its order, of those whose record is there if `target` is given. */
export function listedIds(list: Sql, target?: Table): Sql {
  const kept = target ? sql` join ${table(target)} x on x.id = l.id::uuid` : empty;
  return sql`array(select l.id::uuid from jsonb_array_elements_text(${list}) with ordinality l(id, place)${kept} order by l.place)`;
}

function draftColumn(field: Field, targets: Targets): Sql {
  const value = column("d", columnName(field));
  const target = targets.get(field.name);
  return target ? sql`case when v.data is null then ${value} else ${keptId(value, target)} end as ${name(columnName(field))}` : value;
}

function columnsOf(entity: Entity, targets: Targets): readonly Sql[] {
  const kept = automaticFields(entity).filter(({ name: field }) => field !== "_type");
  const row = [...kept.map(columnName), "version"].map((of) => column(ROW, of));
  const own = entity.fields.filter(({ storage }) => storage.kind === "column").map((field) => draftColumn(field, targets));
  return [...row, ...own, sql`v.data as ${name(PENDING)}`];
}

function columnName({ storage, name: field }: Field): string {
  return storage.kind === "column" ? storage.column : field;
}

/** The ids of a many-relation as content has them; where it has none, the stored ones. */
function linksIn(content: Sql, source: Source, field: Field, target?: Table): Sql {
  const list = sql`${content} -> ${word(field.name)}`;
  return sql`case when jsonb_typeof(${list}) = 'array' then ${listedIds(list, target)} else ${storedLinks(source, field)} end`;
}

/** One row of the entity with content laid over it: `rows` yields it, `content` is a column beside it. */
export function overlaidSource(entity: Entity, row: Sql, content: Sql): Source & { readonly rows: Sql } {
  const source: Source = { entity, alias: "overlaid", depth: 0 };
  const rows = sql`lateral jsonb_populate_record(${row}, ${dataByColumn(entity, content)})`;
  return { ...source, rows, links: (field) => linksIn(content, source, field) };
}

/** The entity's rows with pending drafts laid over them. Only for those who may update. */
export function draftSourceOf(entity: Entity, targets: Targets, depth = 0): Source {
  const versions = sql`cms.versions v on v.entity = ${word(entity.name)} and v.record_id = ${column(ROW, "id")} and v.pending`;
  const overlaid = sql`lateral jsonb_populate_record(${name(ROW)}, ${dataByColumn(entity, sql`v.data`)}) d`;
  const rows = sql`${table(entity.table)} ${name(ROW)} left join ${versions} cross join ${overlaid}`;
  const source: Source = { entity, alias: `t${depth}`, depth, rows: sql`(select ${join(columnsOf(entity, targets))} from ${rows})` };
  const pending = sql`${column(source.alias, PENDING)} is not null`;
  return { ...source, pending, links: (field) => linksIn(column(source.alias, PENDING), source, field, targets.get(field.name)) };
}
