/** The references to a record, as disjoint queries of `entity`, `id`, `field` and `draft` that use indexes. */
import type { DraftRowFilter } from "../plan/rows-with-drafts.ts";
import type { Referring } from "./plan.ts";
import type { Referrer, ReferringPath } from "../references/referrers.ts";
import { draftConditions, draftSourceOf, isDraftAllowed, undraftedSourceOf } from "../sql/rows-with-drafts.ts";
import { rowFilterSql } from "../sql/filter.ts";
import { fromClause, linksOf, rowColumn, sourceOf, type Source } from "../sql/source.ts";
import { allOf, column, join, literal, sql, table, type Sql } from "../sql/sql.ts";

/** The record that rows refer to: its id, or the ids of its translation group as uuid[]. */
export interface Referred {
  readonly id: Sql;
  readonly ids: Sql | null;
}

/** The conditions on each row: what it refers to, and further ones on `entity`, `id` and `field`. */
export interface Criteria {
  readonly referred: Referred;
  readonly also: (entity: Sql, id: Sql, field: Sql) => readonly Sql[];
}

/** The stored references from one entity to the record of that id. */
export function storedBranches({ rows, draft, referrers }: Referring, criteria: Criteria): readonly Sql[] {
  const source = sourceOf(rows.entity);
  const live = referrers.map((referrer) =>
    storedUsages(referrer, criteria, { source, conditions: rowFilterSql(rows, source), isDraft: false }),
  );
  if (!draft) return live;
  const undrafted = undraftedSourceOf(rows.entity, draft);
  const conditions = [sql`${rowColumn(undrafted, "published_at")} is null`, ...drafted(draft, undrafted)];
  const unpublished = referrers.map((referrer) => storedUsages(referrer, criteria, { source: undrafted, conditions, isDraft: true }));
  return [...live, ...unpublished];
}

/** Whether the reader may see a row of a draft source as a draft. */
export function drafted(draft: DraftRowFilter, source: Source): readonly Sql[] {
  const allowed = isDraftAllowed(draft, source);
  return [...draftConditions(draft, source), ...(allowed ? [allowed] : [])];
}

interface Rows {
  readonly source: Source;
  readonly conditions: readonly Sql[];
  readonly isDraft: boolean;
}

/** Stored references: a column of the row, a junction or the table of nested references. */
function storedUsages(referrer: Referrer, { referred, also }: Criteria, { source, conditions: given, isDraft }: Rows): Sql {
  const { entity, kind, fieldPaths } = referrer;
  const [name, row] = [sql`${literal(entity.name)}::text`, rowColumn(source, "id")];
  const field = kind === "nested" ? sql`j.path` : sql`${literal(fieldPaths[0]?.path ?? "")}::text`;
  const draft = isDraft ? sql`true` : sql`false`;
  const head = sql`select ${name} as entity, ${row} as id, ${field} as field, ${draft} as draft`;
  const all = [...given, ...also(name, row, field)];
  if (kind === "column") return sql`${head} from ${fromClause(source)} where ${allOf([isThis(source.alias, referrer, referred), ...all])}`;
  const held = kind === "nested" ? [sql`j.path = any(${fieldPaths.map(({ path }) => path)}::text[])`, sql`not j.draft`] : [];
  const conditions = [isThis("j", referrer, referred), ...held];
  const ofRow = sql`join ${fromClause(source)} on ${row} = j.source_id`;
  if (!referred.ids) return sql`${head} from ${table(referrer.table)} j ${ofRow} where ${allOf([...conditions, ...all])}`;
  const columns = kind === "nested" ? sql`j.source_id, j.path` : sql`j.source_id`; // a list may contain several records of the group
  return sql`${head} from (select distinct ${columns} from ${table(referrer.table)} j where ${allOf(conditions)}) j ${ofRow} where ${allOf(all)}`;
}

function isThis(alias: string, { column: of }: Referrer, { id, ids }: Referred): Sql {
  return ids ? sql`${column(alias, of)} = any(${ids})` : sql`${column(alias, of)} = ${id}`;
}

/**
 * References only in pending drafts, not from the same path of the live row; null if the reader sees no drafts. Only drafts with the id
 * anywhere in their content are checked.
 */
export function pendingBranch({ rows: { entity }, draft, referrers }: Referring, { referred, also }: Criteria): Sql | null {
  if (!draft) return null;
  const source = draftSourceOf(entity, draft, 0, "pending");
  const [name, row] = [sql`${literal(entity.name)}::text`, rowColumn(source, "id")];
  const paths = referrers.flatMap((referrer) => referrer.fieldPaths.map((fieldPath) => ({ referrer, fieldPath })));
  const refers = paths.map(({ referrer, fieldPath }) => {
    const isNew = sql`${isInDraft(referrer, fieldPath, source, referred)} and not ${isInLive(referrer, fieldPath, row, referred)}`;
    return sql`(${literal(fieldPath.path)}::text, ${isNew})`;
  });
  const contains = referred.ids
    ? sql`exists (select from unnest(${referred.ids}) u(id) where strpos(v.data::text, u.id::text) > 0)`
    : sql`strpos(v.data::text, ${referred.id}::text) > 0`;
  const pending = sql`select v.record_id from cms.versions v where v.entity = ${literal(entity.name)} and v.pending and ${contains}`;
  const where = allOf([sql`${row} in (${pending})`, sql`f.refers`, ...drafted(draft, source), ...also(name, row, sql`f.field`)]);
  const found = sql`lateral (values ${join(refers)}) f(field, refers)`;
  return sql`select ${name} as entity, ${row} as id, f.field, true as draft from ${fromClause(source)} cross join ${found} where ${where}`;
}

/** Whether the row with its draft refers to the record at that path. */
function isInDraft(referrer: Referrer, fieldPath: ReferringPath, source: Source, referred: Referred): Sql {
  if (referrer.kind === "column") return sql`coalesce(${isThis(source.alias, referrer, referred)}, false)`;
  const links = referrer.kind === "junction" ? linksOf(source, fieldPath.field) : null;
  if (links) return referred.ids ? sql`${links} && ${referred.ids}` : sql`${referred.id} = any(${links})`;
  return isHeld(referrer, fieldPath, rowColumn(source, "id"), sql`j.draft and ${isThis("j", referrer, referred)}`);
}

/** Whether its live row does. */
function isInLive(referrer: Referrer, fieldPath: ReferringPath, row: Sql, referred: Referred): Sql {
  const { entity, kind } = referrer;
  const refers = {
    column: () => isThis("s", referrer, referred),
    junction: () => sql`exists (select from ${table(referrer.table)} j where j.source_id = ${row} and ${isThis("j", referrer, referred)})`,
    nested: () => isHeld(referrer, fieldPath, row, sql`not j.draft and ${isThis("j", referrer, referred)}`),
  }[kind]();
  return sql`exists (select from ${table(entity.table)} s where s.id = ${row} and s.published_at is not null and ${refers})`;
}

function isHeld(referrer: Referrer, { path }: ReferringPath, row: Sql, condition: Sql): Sql {
  return sql`exists (select from ${table(referrer.table)} j where j.source_id = ${row} and j.path = ${literal(path)} and ${condition})`;
}
