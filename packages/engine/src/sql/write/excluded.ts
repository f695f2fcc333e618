/** Changes in a draft that its publisher may not make: changes of fields that are excluded from `update`. */
import { dataByColumn, listedIds } from "../content-columns.ts";
import type { WriteAccess } from "../../plan/access.ts";
import { columnOf, linksOf, type Source } from "../source.ts";
import { column, join, name, sql, table, literal, type Sql } from "../sql.ts";
import type { Entity, Field } from "../../types.ts";
import { linksColumn } from "./drafted-row.ts";
import type { Checks } from "./problems.ts";
import { IS_LIVE } from "./sources.ts";
import { columnNameOf } from "../values.ts";

const NOTHING: Checks = { ctes: [], cases: [], details: sql`null::text` };

function wasColumn(field: Field): Sql {
  if (field.storage.kind === "column") return sql`${column("d", columnNameOf(field))} as ${name(columnNameOf(field))}`;
  const list = sql`(l.data -> ${literal(field.name)})`;
  return sql`case when jsonb_typeof(${list}) = 'array' then ${listedIds(list)} end as ${name(linksColumn(field))}`;
}

/** `was as (…)`: the most recent live content of a record that isn't live; no row if there was none, or none is stored. */
function wasCte(entity: Entity, fields: readonly Field[]): Sql {
  const last = sql`lateral (select cms.last_live(${literal(entity.name)}, target.id) as data) l`;
  const content = sql`lateral jsonb_populate_record(null::${table(entity.table)}, ${dataByColumn(entity, sql`l.data`)}) d`;
  const columns = join([sql`l.data`, ...fields.map(wasColumn)]);
  return sql`was as materialized (select ${columns} from target cross join ${last} cross join ${content} where not (${IS_LIVE}) and l.data is not null)`;
}

function valueOf(source: Source, field: Field): Sql {
  return field.storage.kind === "column" ? columnOf(source, field) : linksOf(source, field);
}

/**
 * Checks which excluded fields would be published with another value than the live one, or the most recent live one. At a first publication
 * nothing counts as changed. `draft` is a CTE with the content to publish, in addition to `target`.
 */
export function excludedChanges({ entity, excluded }: WriteAccess, rows: { readonly live: Source; readonly draft: Source }): Checks {
  if (excluded.length === 0 || !entity.versions) return NOTHING;
  const was: Source = { entity, alias: "was", depth: 0, links: (field) => column("was", linksColumn(field)) };
  const from = rows.draft.alias === "target" ? sql`target` : sql`target cross join ${name(rows.draft.alias)}`;
  const changes = excluded.flatMap(({ field, readable }) => {
    const row = sql`${literal(field.name)}::text, ${readable ? sql`true` : sql`false`}`;
    const draft = valueOf(rows.draft, field);
    const isSame = rows.live === rows.draft;
    const differs = sql`select ${row} from ${from} where ${IS_LIVE} and ${valueOf(rows.live, field)} is distinct from ${draft}`;
    return [
      ...(isSame ? [] : [differs]),
      sql`select ${row} from ${from} cross join was where was.data ? ${literal(field.name)} and ${valueOf(was, field)} is distinct from ${draft}`,
    ];
  });
  const shown = sql`json_build_object('field', field, 'message', 'may not be written by your role')`;
  return {
    ctes: [
      wasCte(
        entity,
        excluded.map(({ field }) => field),
      ),
      sql`excluded(field, readable) as materialized (${join(changes, " union all ")})`,
    ],
    cases: [sql`when exists (select from excluded) then 'excluded'`],
    details: sql`(select json_agg(${shown})::text from excluded where readable)`,
  };
}

/** The details of an answer: those of excluded fields if that is the outcome, else the others. */
export function detailsOf(excluded: Checks, others: Checks): Sql {
  if (excluded.ctes.length === 0) return others.details;
  return sql`case when outcome.outcome = 'excluded' then ${excluded.details} else ${others.details} end`;
}
