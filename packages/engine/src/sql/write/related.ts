/** Reads before a write: deleted references, translations, earlier answers. */
import { placeholder } from "../../placeholder.ts";
import type { HiddenOwnersPlan } from "../../plan/selection/owners.ts";
import type { LostPlan, ReplayPlan, SiblingsPlan, TranslationSourcePlan } from "../../plan/related.ts";
import type { Statement } from "../../statements.ts";
import type { SharedPlan } from "../../plan/shared.ts";
import { ACCESSED, baseCtes, carryingSource } from "./drafted-row.ts";
import { rowFilterSql } from "../filter.ts";
import { groupOf } from "../groups.ts";
import { contentSql } from "../project/content.ts";
import { ownerAgain } from "../project/owner.ts";
import { allOf, empty, join, literal, param, prepare, sql, table } from "../sql.ts";
import { answerText, mayRead, passes } from "./answer.ts";
import { exists, existsIn } from "../removed.ts";
import { fromClause, rowColumn, sourceOf } from "../source.ts";
import { whereId } from "./outcome.ts";
import { targetSource } from "./sources.ts";
import { targetCte } from "./update.ts";
import { contentJson } from "../values.ts";

/** Returns the ids of deleted records, as rows of `id`. */
export function lostStatement({ among }: LostPlan): Statement {
  const queries = among.map(
    ({ table: of, ids }) =>
      sql`select given.id from unnest(${ids}::uuid[]) given(id) where not exists (select from ${table(of)} r where ${allOf([sql`r.id = given.id`, ...existsIn(of, "r")])})`,
  );
  return prepare(join(queries, " union all "));
}

/** Returns a `SiblingRow` for each record that has a sibling. */
export function siblingsStatement({ among }: SiblingsPlan): Statement {
  const queries = among.map(({ table: of, ids }) => {
    const rows = table(of);
    return sql`select r.id, s.id as sibling from ${rows} r join ${rows} s on s.translation_group = ${groupOf(of, "r")} and s.locale = ${placeholder("locale")} where ${allOf([sql`r.id = any(${ids}::uuid[])`, ...exists({ removable: true, table: of }, "s")])}`;
  });
  return prepare(join(queries, " union all "));
}

/** Returns a `SharedRow` for each record of a translation group. */
export function sharedStatement({ access, id }: SharedPlan): Statement {
  const { entity } = access;
  const fields = entity.fields.filter(({ shared }) => shared);
  const source = { entity: { ...entity, fields }, alias: "r", depth: 0 };
  const rows = table(entity.table);
  const group = id ? sql`(select x.translation_group from ${rows} x where x.id = ${id}::uuid)` : sql`${placeholder("group")}::uuid`;
  const readable = id ? [] : [mayRead(access, { entity, alias: "r", depth: 0 })];
  const columns = sql`r.id, r.translation_group as "translationGroup", r.published_at is not null as "isLive", (${contentJson(source)})::text as content`;
  const where = allOf([sql`r.translation_group = ${group}`, ...exists(entity, "r"), ...readable]);
  return prepare(sql`select ${columns} from ${rows} r where ${where} order by r.published_at is null, r.id`);
}

/** Returns a `TranslationSourceRow`, or none if the record may not be read. */
export function translationSourceStatement({ access, seesDrafts }: TranslationSourcePlan): Statement {
  const { entity } = access;
  const [target, id] = [targetSource(entity), placeholder("id")];
  const ctes = seesDrafts ? baseCtes(access, id, empty) : [targetCte(entity, id, empty)];
  const draft = seesDrafts ? [passes(access.filter, carryingSource(entity, "base"))] : [];
  const readable = allOf([mayRead(access, target), ...draft]);
  const columns = sql`target.locale, target.translation_group as "translationGroup", (${contentJson(target)})::text as content`;
  return prepare(sql`with ${join(ctes)} select ${columns} from ${seesDrafts ? ACCESSED : sql`target`} where ${readable}`);
}

/** Returns the ids that are not users that the reader may read, as rows of `id`. */
export function hiddenOwnersStatement({ users }: HiddenOwnersPlan): Statement {
  const given = sql`select given.id from unnest(${placeholder("ids")}::uuid[]) given(id)`;
  if (!users) return prepare(given);
  const source = sourceOf(users.entity);
  const known = allOf([sql`${rowColumn(source, "id")} = given.id`, ...rowFilterSql(users, source)]);
  return prepare(sql`${given} where not exists (select from ${fromClause(source)} where ${known})`);
}

/** Returns a `ReplayRow`, or none if the record was deleted. */
export function replayStatement({ access, id }: ReplayPlan): Statement {
  const { entity } = access;
  const written = { entity, alias: "written", depth: 0 };
  const row = sql`select r.* from ${table(entity.table)} r ${whereId(entity, "r", id)}`;
  const earlierAnswer = sql`${param(placeholder("earlier", "json"))}::jsonb`;
  const owners = access.answer.columns.flatMap((column) =>
    column.kind === "owner" ? [sql` || jsonb_build_object(${literal(column.name)}, ${ownerAgain(column, earlierAnswer)})`] : [],
  );
  const shown = owners.reduce((all, owner) => sql`${all}${owner}`, contentSql(access.answer, earlierAnswer));
  const columns = sql`${answerText(access, written)} as data, (${shown})::text as earlier`;
  return prepare(sql`with written as materialized (${row}) select ${columns} from written`);
}
