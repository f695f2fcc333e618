/** Content by field name, as it is stored in the history and in the trash, as the columns and links of a row. */
import type { Entity, Field, Table } from "../types.ts";
import { currentId, existsIn } from "./removed.ts";
import { storedLinks, type Source } from "./source.ts";
import { allOf, literal, sql, table, type Sql } from "./sql.ts";
import { quotedName } from "./values.ts";

/**
 * Content by field name, with column names as keys, without values that an earlier configuration allowed but the present columns can't
 * store: one such draft must not break a list.
 */
export function dataByColumn(entity: Entity, content: Sql, of: Sql = quotedName(entity.table)): Sql {
  return sql`cms.fitting(${of}, ${renamedKeys(entity, content)})`;
}

/** Few fields have a column with another name. */
function renamedKeys(entity: Entity, content: Sql): Sql {
  const renamed = entity.fields.filter(({ name: key, storage }) => storage.kind === "column" && storage.column !== key);
  return renamed.reduce((data, { name: key, storage }) => {
    const to = literal(storage.kind === "column" ? storage.column : key);
    const moved = sql`(${data} - ${literal(key)}) || jsonb_build_object(${to}, ${data} -> ${literal(key)})`;
    return sql`(case when ${data} ? ${literal(key)} then ${moved} else ${data} end)`;
  }, content);
}

/** An id if its record exists, else null: a draft may refer to a deleted record, and its id is then removed as in live rows. */
export function keptId(id: Sql, target: Table): Sql {
  return sql`(select x.id from ${table(target)} x where ${allOf([sql`x.id = ${presentId(id, target)}`, ...existsIn(target, "x")])})`;
}

/** A list of ids in JSON as an array in its order; if `target` is given, only those whose record exists. */
export function listedIds(list: Sql, target?: Table): Sql {
  if (!target) return sql`array(select l.id::uuid from jsonb_array_elements_text(${list}) with ordinality l(id, place) order by l.place)`;
  const kept = sql` join ${table(target)} x on ${allOf([sql`x.id = ${presentId(sql`l.id::uuid`, target)}`, ...existsIn(target, "x")])}`;
  const id = target.defaultLocale === undefined ? sql`l.id::uuid` : sql`x.id`;
  return sql`array(select ${id} from jsonb_array_elements_text(${list}) with ordinality l(id, place)${kept} order by l.place)`;
}

function presentId(id: Sql, { defaultLocale }: Table): Sql {
  return defaultLocale === undefined ? id : currentId(id);
}

/** The ids of a to-many relation in the content; if it has none, the stored ones. */
export function linksIn(content: Sql, source: Source, field: Field, target?: Table): Sql {
  const list = sql`${content} -> ${literal(field.name)}`;
  return sql`case when jsonb_typeof(${list}) = 'array' then ${listedIds(list, target)} else ${storedLinks(source, field)} end`;
}
