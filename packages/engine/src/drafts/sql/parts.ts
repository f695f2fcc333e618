/** Shared by draft operations after `base`: the next content, the row, the claims, the answer. */
import type { Source } from "../../sql/source.ts";
import { column, join, name, prepare, sql, table, literal, type Sql } from "../../sql/sql.ts";
import type { WriteAccess } from "../../plan/access.ts";
import type { DataPlan } from "../../plan/data.ts";
import type { Purpose } from "../../plan/plan.ts";
import type { Entity, Field } from "../../types.ts";
import type { Statement } from "../../statements.ts";
import { answerColumns, passes, type HookedContent } from "../../sql/write/answer.ts";
import { checkStatement } from "../../sql/write/check.ts";
import { ACCESSED, carryingSource, linksColumn } from "../../sql/write/drafted-row.ts";
import { mergeStored } from "../../sql/write/merge/merge-members.ts";
import { changedSlug, slugIndexes } from "../../sql/write/slugs.ts";
import { CHANGING_COLUMNS } from "../../sql/row-columns.ts";
import { uniqueRules } from "../../unique-rules.ts";
import { ruleValue, scopeOf } from "../../sql/unique-values.ts";
import { writeOutcome } from "../../sql/write/outcome.ts";
import { columnNameOf, columnValue, fieldsIn, junctionTable, linksValue, quotedName } from "../../sql/values.ts";

/** The content to write. `isWhole` means that it also contains hidden members, and that missing ones are removed. */
type Content = Pick<DataPlan, "values" | "slugs" | "remade"> & { readonly isWhole?: boolean };

/** The columns of the next row that are not content. */
export interface RowMeta {
  readonly version: Sql;
  readonly updatedAt: Sql;
  readonly publishedAt: Sql;
  /** The user or API key of the last change. */
  readonly updatedBy: { readonly id: Sql; readonly kind: Sql };
}

function nextColumn(entity: Entity, field: Field, content: Content): Sql {
  const { values, slugs, isWhole = false } = content;
  const stored = column("base", columnNameOf(field));
  if (Object.hasOwn(values, field.name)) return mergeStored(field, columnValue(field, values[field.name]), stored, { isWhole });
  const made = slugs[field.name];
  return made === undefined ? stored : changedSlug("base", { entity, field, made, data: content });
}

/** `next as (…)`: the base with the given values applied. */
export function nextCte(entity: Entity, content: Content, { version, updatedAt, publishedAt, updatedBy }: RowMeta): Sql {
  const columns = fieldsIn(entity, "column").map((field) => sql`${nextColumn(entity, field, content)} as ${name(columnNameOf(field))}`);
  const links = fieldsIn(entity, "junction").map((field) => {
    const ids = Object.hasOwn(content.values, field.name) ? linksValue(content.values[field.name]) : column("base", linksColumn(field));
    return sql`${ids} as ${name(linksColumn(field))}`;
  });
  const translation = entity.translatable ? [sql`target.locale`, sql`target.translation_group`] : [];
  const row = [
    sql`target.id`,
    sql`${version} as version`,
    sql`target.created_at`,
    sql`${updatedAt} as updated_at`,
    sql`${publishedAt} as published_at`,
    sql`target.created_by`,
    sql`target.created_by_kind`,
    sql`${updatedBy.id} as updated_by`,
    sql`${updatedBy.kind} as updated_by_kind`,
    ...translation,
  ];
  return sql`next as materialized (select ${join([...row, ...columns, ...links])} from target cross join base left join pending on true)`;
}

/** The last case of the outcome: the result doesn't match the principal's row filter. */
export function resultCase({ entity, filter }: WriteAccess): Sql {
  return sql`when not ${passes(filter, carryingSource(entity, "next"))} then 'forbidden'`;
}

/** `outcome as (…)` for the locked row, its draft and the next content. */
export function draftOutcome(entity: Entity, cases: readonly Sql[], purpose: Purpose): Sql {
  return sql`outcome as materialized (select ${writeOutcome(entity, cases, purpose)} as outcome from ${ACCESSED} cross join next)`;
}

/** `written as (…)`: the next row, if the outcome is ok. */
export const WRITTEN = sql`written as materialized (select next.* from next, outcome where outcome.outcome = 'ok')`;

/** CTEs that are run for their effect; function calls among them must be joined, or PostgreSQL does not run them. */
export interface Effects {
  readonly ctes: readonly Sql[];
  readonly joined: readonly Sql[];
}

/** Stores `written` in the entity's table and its junctions, if the condition is true. */
export function storeRow(entity: Entity, condition: Sql): Effects {
  const columns = [...CHANGING_COLUMNS, ...fieldsIn(entity, "column").map(columnNameOf)];
  const assigned = join(columns.map((own) => sql`${name(own)} = ${column("written", own)}`));
  const links = fieldsIn(entity, "junction");
  const calls = links.map(
    (field) => sql`cms.relink(${quotedName(junctionTable(field))}, written.id, ${column("written", linksColumn(field))})`,
  );
  const relinked = sql`relinked as materialized (select ${join(calls, " and ")} as done from written, stored)`;
  return {
    ctes: [
      sql`stored as (update ${table(entity.table)} r set ${assigned} from written where r.id = written.id and ${condition} returning r.id)`,
      ...(links.length > 0 ? [relinked] : []),
    ],
    joined: links.length > 0 ? [sql`relinked`] : [],
  };
}

/** Reserves the unique values of `written` for its draft if the condition is true, and releases all others. */
export function claimValues(entity: Entity, condition: Sql): Effects {
  const rules = uniqueRules(entity);
  if (rules.length === 0) return { ctes: [], joined: [] };
  const names = sql`array[${join(rules.map((rule) => literal(rule.name)))}]::text[]`;
  const scopes = sql`array[${join(rules.map((rule) => scopeOf(rule, "written")))}]::text[]`;
  const values = sql`array[${join(rules.map((rule) => ruleValue(rule, "written")))}]::text[]`;
  const held = sql`case when ${condition} then ${values} else '{}'::text[] end`;
  return {
    ctes: [
      sql`claimed as materialized (select cms.claim_values(${literal(entity.name)}, written.id, ${names}, ${scopes}, ${held}) as done from written)`,
    ],
    joined: [sql`claimed`],
  };
}

/** An effect of one function call on `written`. */
export function callEffect(cte: "kept" | "marked", call: Sql): Effects {
  return {
    ctes: [sql`${name(cte)} as materialized (select ${call} as done from written cross join target left join pending on true)`],
    joined: [name(cte)],
  };
}

export interface DraftStatement {
  readonly access: WriteAccess;
  readonly purpose: Purpose;
  readonly of: HookedContent;
  /** From `target` up to `outcome`. */
  readonly before: readonly Sql[];
  /** The details of a refusal, as JSON text. */
  readonly details: Sql;
  readonly effects: readonly Effects[];
  readonly pending: Sql;
  readonly slugs?: DataPlan["slugs"];
}

/** The whole statement, with the answer read from `written`. */
export function draftStatement({ access, purpose, of, before, details, effects, pending, slugs = {} }: DraftStatement): Statement {
  if (purpose === "check") return checkStatement({ access, ctes: before, details, of });
  const written: Source = carryingSource(access.entity, "written", pending);
  const ctes = [...before, WRITTEN, ...effects.flatMap((effect) => effect.ctes)];
  const joins = effects.flatMap((effect) => effect.joined).map((source) => sql`left join ${source} on true`);
  const columns = sql`outcome.outcome, ${details} as details, written.id, written.version, ${answerColumns(access, written, { purpose, of })}`;
  const answer = sql`select ${columns} from outcome left join target on true left join written on true ${join(joins, "\n")}`;
  return prepare(sql`with ${join(ctes)} ${answer}`, slugIndexes(access.entity, slugs));
}
