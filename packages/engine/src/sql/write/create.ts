/** A new record as one statement. */
import { placeholder, isPlaceholder } from "../../placeholder.ts";
import type { DataPlan } from "../../plan/data.ts";
import type { CreatePlan } from "../../plan/write.ts";
import type { Purpose } from "../../plan/plan.ts";
import type { Entity, Field } from "../../types.ts";
import type { Statement } from "../../statements.ts";
import { GLOBAL_GROUP, isLocalized } from "../../row-keys.ts";
import { empty, join, literal, name, prepare, sql, table, type Sql } from "../sql.ts";
import { answerColumns, passes } from "./answer.ts";
import { lackedByCondition } from "./conditions.ts";
import { writeOutcome } from "./outcome.ts";
import { isUnfiltered, plainInsert } from "./plain.ts";
import { both, problemsIn, unknownGroup, wrongReferences } from "./problems.ts";
import { singleIndexes, slugIndexes, slugValue } from "./slugs.ts";
import { newSource } from "./sources.ts";
import { uniqueRules } from "../../unique-rules.ts";
import { takenValues } from "./taken.ts";
import { ACTOR, NOW, columnValue, columnsOf, fieldsIn, linksValue, names } from "../values.ts";
import { keptCte } from "./versions.ts";

const ID = placeholder("id");

function fieldValue(entity: Entity, field: Field, { values, slugs, locale }: DataPlan): Sql {
  const made = slugs[field.name];
  return made ? slugValue(entity, field, made, sql`${locale}::text`) : columnValue(field, values[field.name]);
}

/** The values of the new row, in the order of its columns. */
function valuesOf({ access: { entity }, data, draft }: CreatePlan): readonly Sql[] {
  return [
    sql`${ID}::uuid`,
    sql`1`,
    NOW,
    NOW,
    draft ? sql`null::timestamptz` : NOW,
    ACTOR.id,
    ACTOR.kind,
    ACTOR.id,
    ACTOR.kind,
    ...(entity.translatable ? [sql`${data.locale}::text`, sql`${groupOf(entity, data)}::uuid`] : []),
    ...fieldsIn(entity, "column").map((field) => fieldValue(entity, field, data)),
  ];
}

function nextCte(entity: Entity, values: readonly Sql[]): Sql {
  const all = columnsOf(entity).map((column, at) => sql`${values[at] ?? empty} as ${name(column)}`);
  return sql`next as materialized (select ${join(all)})`;
}

function groupOf(entity: Entity, { translationGroup }: DataPlan): Sql {
  return isLocalized(entity) ? literal(GLOBAL_GROUP) : sql`${translationGroup ?? ID}`;
}

function linkCtes(entity: Entity, values: DataPlan["values"]): readonly Sql[] {
  return fieldsIn(entity, "junction").flatMap((field) => {
    const ids = values[field.name];
    if (field.storage.kind !== "junction" || !isPlaceholder(ids)) return [];
    const rows = sql`select written.id, given.id, given.place - 1 from written, unnest(${linksValue(ids)}) with ordinality as given(id, place)`;
    return [sql`${name(`links_${field.name}`)} as (insert into ${table(field.storage.table)} (source_id, target_id, position) ${rows})`];
  });
}

/** Returns one `WriteRow`. */
export function createStatement(plan: CreatePlan, purpose: Purpose = "run"): Statement {
  const { access, data, draft } = plan;
  const { entity } = access;
  const allowed = passes(access.filter, newSource(entity, "next", data.values));
  const authored = { columns: ["created_by", "updated_by"], by: plan.by };
  const written = { ...newSource(entity, "written", data.values), authored };
  const columns = names(columnsOf(entity));
  const version = {
    id: placeholder("versionId"),
    status: draft ? "draft" : "published",
    base: sql`null::integer`,
    endsDraft: sql`false`,
  } as const;
  const kept = entity.versions ? [keptCte(written, sql`written`, version)] : [];
  const wrong = problemsIn([
    ...wrongReferences(data.references, null),
    ...unknownGroup(access, data.translationGroup),
    ...(draft ? [] : lackedByCondition(access.conditional, newSource(entity, "next", data.values))),
  ]);
  const checks = both(wrong, takenValues(entity, uniqueRules(entity, data.values), "drafts"));
  const links = linkCtes(entity, data.values);
  const retryOn = [...slugIndexes(entity, data.slugs), ...singleIndexes(entity)];
  const isPlain = [checks.ctes, links, kept].every((parts) => parts.length === 0);
  if (isPlain && isUnfiltered(access)) return prepare(plainInsert(access, valuesOf(plan), written, purpose), retryOn);
  const ctes = [
    nextCte(entity, valuesOf(plan)),
    ...checks.ctes,
    sql`outcome as materialized (select ${writeOutcome(entity, [...checks.cases, sql`when not ${allowed} then 'forbidden'`])} as outcome from next)`,
    sql`written as (insert into ${table(entity.table)} (${columns}) select ${columns} from next where (select outcome from outcome) = 'ok' returning *)`,
    ...links,
    ...kept,
  ];
  const keptJoin = kept.length > 0 ? sql`left join kept on kept.version_id is not null` : empty;
  const answer = sql`select outcome.outcome, ${checks.details} as details, written.id, written.version, ${answerColumns(access, written, { purpose, of: draft ? "draft" : "row" })} from outcome left join written on true ${keptJoin}`;
  return prepare(sql`with ${join(ctes)} ${answer}`, retryOn);
}
