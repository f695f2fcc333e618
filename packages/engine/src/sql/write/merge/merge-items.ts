/** The items of a list from a body, each with the kept members of its stored item. */
import { empty, name, sql } from "../../sql.ts";
import type { Sql } from "../../sql.ts";

export interface GivenList {
  readonly given: Sql;
  readonly stored: Sql;
  readonly depth: number;
  /** What identifies an item; among equal ones they are matched in order. */
  readonly look: (item: Sql) => Sql;
  /** An item without an equal one is matched by position, if the number of items is unchanged. */
  readonly byPlace: boolean;
  /** The merged item, and its stored item (SQL null if there is none). */
  readonly each: (item: Sql, stored: Sql, depth: number) => Sql;
  /** The stored items that a reader sees; the others stay after the item that they followed. If omitted: all. */
  readonly isShown?: (item: Sql) => Sql;
}

/** The list to store. */
export function mergeItems(list: GivenList): Sql {
  const { given, isShown } = list;
  const items = givenItems(list);
  const unseen = isShown ? sql` union all ${unseenItems(list, isShown)}` : empty;
  const rebuilt = sql`(select coalesce(jsonb_agg(l.value order by l.behind, l.place), '[]'::jsonb) from (${items}${unseen}) l)`;
  return sql`case when jsonb_typeof(${given}) = 'array' then ${rebuilt} else ${given} end`;
}

function storedArray({ stored }: GivenList): Sql {
  return sql`case when jsonb_typeof(${stored}) = 'array' then ${stored} else '[]'::jsonb end`;
}

function givenItems(list: GivenList): Sql {
  const { given, stored, depth, look, byPlace, each } = list;
  const [item, same, placed] = [name(`g${depth}`), name(`s${depth}`), name(`p${depth}`)];
  const listed = (of: Sql) => {
    const seen = look(sql`e.value`);
    return sql`(select e.value, e.place, ${seen} as look, row_number() over (partition by ${seen} order by e.place) as nth from jsonb_array_elements(${of}) with ordinality e(value, place))`;
  };
  const length = sql`case when jsonb_typeof(${stored}) = 'array' then jsonb_array_length(${stored}) end`;
  const olds = listed(storedArray(list));
  const isNoOther = sql`not exists (select from ${listed(given)} o where o.look = ${placed}.look and o.nth = ${placed}.nth)`;
  const inPlace = sql`left join (select * from ${olds} ${placed} where ${isNoOther}) ${placed} on ${placed}.place = ${item}.place and jsonb_array_length(${given}) = ${length}`;
  const match = byPlace ? sql`coalesce(${same}.value, ${placed}.value)` : sql`${same}.value`;
  const joined = sql`${listed(given)} ${item} left join ${olds} ${same} on ${same}.look = ${item}.look and ${same}.nth = ${item}.nth ${byPlace ? inPlace : empty}`;
  return sql`select ${each(sql`${item}.value`, match, depth + 1)} as value, ${item}.place as behind, 0 as place from ${joined}`;
}

function unseenItems(list: GivenList, isShown: (item: Sql) => Sql): Sql {
  const shown = sql`coalesce(${isShown(sql`e.value`)}, false)`;
  const counted = sql`select e.value, e.place, ${shown} as shown, count(*) filter (where ${shown}) over (order by e.place) as behind from jsonb_array_elements(${storedArray(list)}) with ordinality e(value, place)`;
  return sql`select c.value, c.behind, c.place from (${counted}) c where not c.shown`;
}
