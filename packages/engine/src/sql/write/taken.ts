/** Unique values across rows and pending drafts: no index contains both, so the statement checks them. */
import { column, join, sql, table, literal } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { exists } from "../removed.ts";
import { collated, isCollated } from "../text-keys.ts";
import type { Entity } from "../../types.ts";
import type { UniqueRule } from "../../unique-rules.ts";
import { ruleValue, scopeOf } from "../unique-values.ts";
import type { Checks } from "./problems.ts";
import { columnNameOf } from "../values.ts";

/** `select` of the names of the rule's fields. */
function namesOf({ fields }: UniqueRule): Sql {
  const names = fields.map(({ name }) => literal(name));
  return names.length === 1 ? sql`select ${join(names)}::text` : sql`select unnest(array[${join(names)}]::text[])`;
}

/** The CTEs with values that must be unique, by name. */
const ROWS = { next: sql`next`, drafted: sql`drafted` };
type TakenRow = keyof typeof ROWS;

/** Whether another record's draft has claimed the value. */
function claimed(entity: Entity, rule: UniqueRule, row: TakenRow): Sql {
  const same = sql`c.entity = ${literal(entity.name)} and c.field = ${literal(rule.name)} and c.scope = ${scopeOf(rule, row)} and c.value = ${ruleValue(rule, row)}`;
  return sql`${namesOf(rule)} from ${ROWS[row]} where exists (select from cms.draft_claims c where ${same} and c.record_id <> ${ROWS[row]}.id)`;
}

/** Whether another record's row has the value. */
function stored(entity: Entity, rule: UniqueRule, row: TakenRow): Sql {
  const same = rule.fields.map((field) => {
    const [own, next] = [column("r", columnNameOf(field)), column(row, columnNameOf(field))];
    return sql`${isCollated(entity, field) ? collated(own) : own} = ${next}`;
  });
  const inScope = rule.perLocale ? [sql`r.locale = ${ROWS[row]}.locale`] : [];
  return sql`${namesOf(rule)} from ${ROWS[row]} where exists (select from ${table(entity.table)} r where ${join([...same, ...inScope, sql`r.id <> ${ROWS[row]}.id`, ...exists(entity, "r")], " and ")})`;
}

/** Checks whether unique values of `next` are taken: by drafts if a row is written, by rows and drafts if a draft is. */
export function takenValues(
  entity: Entity,
  rules: readonly UniqueRule[],
  by: "drafts" | "both",
  rows: readonly TakenRow[] = ["next"],
): Checks {
  if (!entity.versions || rules.length === 0) return { ctes: [], cases: [], details: sql`null::text` };
  const questions = rows.flatMap((row) =>
    rules.flatMap((rule) => [claimed(entity, rule, row), ...(by === "both" ? [stored(entity, rule, row)] : [])]),
  );
  return {
    ctes: [sql`taken(field) as materialized (${join(questions, " union all ")})`],
    cases: [sql`when exists (select from taken) then 'taken'`],
    details: sql`(select json_agg(json_build_object('field', field, 'message', 'is already taken'))::text from (select distinct field from taken) t)`,
  };
}
