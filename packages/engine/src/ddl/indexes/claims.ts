/** Changes the claims of pending drafts when a unique rule is created or changed: after a rename, for a new rule, in another scope. */
import { dataByColumn } from "../../sql/content-columns.ts";
import { allOf, column, join, literal, sql, table, type Sql } from "../../sql/sql.ts";
import { collated, isCollated } from "../../sql/text-keys.ts";
import type { Entity, Schema } from "../../types.ts";
import { uniqueRules, type UniqueRule } from "../../unique-rules.ts";
import { ruleValue, scopeOf } from "../../sql/unique-values.ts";
import { columnNameOf } from "../../sql/values.ts";
import { systemTable, type CatalogTable } from "../catalog.ts";
import type { TableDesign } from "../contract.ts";
import { changeRows, changesOf, type TableChange } from "../steps/change.ts";
import type { Step } from "../steps/step.ts";
import { uniqueIndex } from "./indexes.ts";

const CLAIMS = systemTable("draft_claims");

/** The draft's value of a unique rule's fields; null if another record's row has it. */
function freeValue(entity: Entity, rule: UniqueRule): Sql {
  const scope = rule.perLocale ? [sql`o.locale = _row.locale`] : [];
  const equal = rule.fields.map((field) => {
    const own = column("o", columnNameOf(field));
    return sql`${isCollated(entity, field) ? collated(own) : own} = ${column("d", columnNameOf(field))}`;
  });
  const same = allOf([sql`o.id <> _row.id`, ...equal, ...scope]);
  return sql`case when not exists (select from ${table(entity.table)} o where ${same}) then ${ruleValue(rule, "d")} end`;
}

/**
 * If two drafts have the same value, the older one gets the claim; the other is refused when it is saved or published. The row has the
 * alias `_row`, which no field can have: a whole row can't be confused with a column.
 */
function claims(entity: Entity): Sql {
  const ofEntity = literal(entity.name);
  const pending = sql`cms.versions v on v.entity = ${ofEntity} and v.record_id = _row.id and v.pending`;
  const own = sql`format('%I.%I', ${literal(entity.table.schema)}, ${literal(entity.table.name)})`; // DDL has no parameters
  const content = sql`lateral jsonb_populate_record(_row, ${dataByColumn(entity, sql`v.data`, own)}) d`;
  const claimed = uniqueRules(entity).map((rule) => sql`(${literal(rule.name)}, ${scopeOf(rule, "_row")}, ${freeValue(entity, rule)})`);
  const rows = sql`${table(entity.table)} _row join ${pending} cross join ${content} cross join lateral (values ${join(claimed)}) c (field, scope, value)`;
  const columns = sql`cms.draft_claims (entity, field, scope, value, record_id)`;
  return sql`insert into ${columns} select ${ofEntity}, c.field, c.scope, c.value, _row.id from ${rows} where _row.published_at is not null and c.value is not null order by v.created_at, v.id on conflict do nothing`;
}

/** Whether the rules are those of before, but apply per locale. */
function areScoped({ entity }: TableDesign, { columns, indexes }: CatalogTable): boolean {
  const before = uniqueRules(entity).map((rule) => uniqueIndex(entity, { ...rule, perLocale: false }));
  return entity.translatable && !columns.has("locale") && before.every(({ name }) => indexes.has(name));
}

/** All records are in the default locale. */
function scopedClaims({ config: { defaultLocale } }: Schema, { entity }: TableDesign): readonly Step[] {
  const rules = uniqueRules(entity).filter(({ perLocale }) => perLocale);
  if (rules.length === 0) return [];
  const ofRules = sql`entity = ${literal(entity.name)} and field in (${join(rules.map(({ name }) => literal(name)))})`;
  return [changeRows(CLAIMS, sql`update cms.draft_claims set scope = ${literal(defaultLocale)} where ${ofRules} and scope = ''`, "claims")];
}

function rebuiltClaims(entity: Entity): readonly Step[] {
  const dropped = sql`delete from cms.draft_claims where entity = ${literal(entity.name)}`;
  return [changeRows(CLAIMS, dropped, "claims"), changeRows(entity.table, claims(entity), "claims")];
}

/** The steps for one table: none if its unique rules do not change. */
export function claimChanges(schema: Schema, design: TableDesign, found: CatalogTable | null): TableChange[] {
  const { entity, indexes, junction } = design;
  const rules = indexes.filter(({ kind }) => kind === "unique");
  const isSame = rules.every((index) => found?.indexes.has(index.name));
  if (!found || junction !== null || isSame || uniqueRules(entity).length === 0) return [];
  const steps = areScoped(design, found) ? scopedClaims(schema, design) : rebuiltClaims(entity);
  return changesOf({ phase: "claims", configPath: entity.name }, steps);
}
