/** A change of a record, or of its owner, as one statement. */
import { placeholder, type Placeholder } from "../../placeholder.ts";
import type { UpdatePlan } from "../../plan/write.ts";
import type { Purpose } from "../../plan/plan.ts";
import type { Entity, Field } from "../../types.ts";
import type { Statement } from "../../statements.ts";
import { exists, isRemoved } from "../removed.ts";
import { isPending, type Source } from "../source.ts";
import { allOf, column, empty, join, name, prepare, sql, table, type Sql, param } from "../sql.ts";
import { answerColumns, passes, answerText } from "./answer.ts";
import { allChanges, changedRow, relinkCtes, storedRow } from "./changed-row.ts";
import { lackedByChange, lackedByCondition } from "./conditions.ts";
import { detailsOf, excludedChanges } from "./excluded.ts";
import { changedCase, isKeyed, lockFor, stillExists, writeOutcome } from "./outcome.ts";
import { checkStatement } from "./check.ts";
import { isUnfiltered, plainUpdate } from "./plain.ts";
import { both, immutableChanges, lackedByDraft, problemsIn, wrongReferences, type StoredText, MISSING } from "./problems.ts";
import { slugIndexes } from "./slugs.ts";
import { changedSource, IS_LIVE, targetSource } from "./sources.ts";
import { fieldsIn, freshLinks } from "../values.ts";
import { uniqueRules } from "../../unique-rules.ts";
import { takenValues } from "./taken.ts";
import { demotesLastAdmin, endSessions } from "./user-guards.ts";
import { keptCte, type VersionInput } from "./versions.ts";
import type { AssignPlan } from "../../plan/assign.ts";

/**
 * `where` it is the row to change; for a global with one row that one. Without versions, a draft from a time when the entity had versions is
 * ignored; `ignored` selects just that one.
 */
function whereTarget(entity: Entity, id: Placeholder | null, alias: "r" | "target", { ignored = false } = {}): Sql {
  const mayBeDraft = entity.versions !== false || entity.builtIn;
  const isLive = sql`${name(alias)}.published_at is not null`;
  const row = { id: column(alias, "id"), locale: column(alias, "locale") };
  const conditions = [
    ...(id === null ? [] : [isKeyed(entity, row, id), ...exists(entity, alias)]),
    ...(mayBeDraft ? [] : [ignored ? sql`not (${isLive})` : isLive]),
  ];
  return conditions.length > 0 ? sql`where ${allOf(conditions)}` : empty;
}

/** `target as (…)`: the row, locked. Once locked it is the newest. */
export function targetCte(entity: Entity, id: Placeholder | null, lock: Sql, options: { ignored?: boolean } = {}): Sql {
  return sql`target as materialized (select r.* from ${table(entity.table)} r ${whereTarget(entity, id, "r", options)} ${lock})`;
}

const VERSION: VersionInput = {
  id: placeholder("versionId"),
  status: "published",
  base: sql`null::integer`,
  endsDraft: sql`not ${IS_LIVE}`,
};

interface Rows {
  readonly target: Source;
  readonly next: Source;
}

interface Decision {
  readonly rows: Rows;
  /** The cases of changes that are not allowed, and of values that are wrong. */
  readonly wrong: readonly Sql[];
  readonly purpose: Purpose;
}

function outcomeCte({ access, data, expectedVersion, first }: UpdatePlan, { rows: { target, next }, wrong, purpose }: Decision): Sql {
  const before = [
    ...stillExists(access.entity),
    sql`when not ${passes(access.known, target)} then 'not_found'`,
    ...changedCase(expectedVersion),
    sql`when not ${passes(access.filter, target)} then 'forbidden'`,
  ];
  const cases = [
    ...(first ? [] : before), // a draft that was never saved here does not prevent a save
    ...wrong,
    sql`when not ${passes(access.filter, next)} then 'forbidden'`,
    ...demotesLastAdmin(access, data.values),
  ];
  return sql`outcome as materialized (select ${writeOutcome(access.entity, cases, purpose)} as outcome from target, next)`;
}

/** The stored row as text, and with the to-many relations that change. */
function storedText(entity: Entity, values: UpdatePlan["data"]["values"]): StoredText {
  const row = sql`(select _row::text from target _row)`;
  const linked = fieldsIn(entity, "junction").filter((field) => field.group && Object.hasOwn(values, field.name));
  const links = linked.map((field) => sql`${freshLinks(field, sql`_row.id`)}::text`);
  return { row, all: links.length > 0 ? sql`(select concat(_row::text, ${join(links)}) from target _row)` : row };
}

/** Returns one `WriteRow`, or none if there is no such record. */
export function updateStatement(plan: UpdatePlan, purpose: Purpose = "run"): Statement {
  const { access, data } = plan;
  const { entity } = access;
  const { values, slugs, references } = data;
  const [target, next] = [targetSource(entity), changedSource(entity, "next", values)];
  const authored = { columns: ["updated_by"], by: plan.by };
  const pending = sql`(${IS_LIVE} and ${isPending(target)})`;
  const written: Source = { ...changedSource(entity, "written", values), authored, pending };

  const changes = allChanges(entity, data, !plan.first);
  const wrong = problemsIn([
    ...wrongReferences(references, storedText(entity, values)),
    ...(plan.first ? [] : immutableChanges(entity, target, values)),
    ...(entity.versions ? lackedByDraft(entity, next, (field) => Object.hasOwn(values, field.name)) : []),
    ...(plan.first ? lackedByCondition(access.conditional, next) : lackedByChange(access.conditional, { target, next, data })),
  ]);
  const checks = both(wrong, takenValues(entity, uniqueRules(entity, values), "drafts"));
  const links = (field: Field) => freshLinks(field, column("target", "id"));
  const stored: Source = { ...target, links };
  const excluded = excludedChanges(access, { live: stored, draft: stored }); // of a draft that is published with it
  const relinked = relinkCtes(entity, values);
  const version = entity.versions ? [keptCte(written, sql`target, written`, VERSION)] : [];
  const others = [...demotesLastAdmin(access, values), ...endSessions(entity, values, plan.keptSession)];
  const isPlain = [excluded.ctes, checks.ctes, relinked, others].every((parts) => parts.length === 0);
  if (purpose !== "check" && isPlain && isUnfiltered(access) && plan.expectedVersion === null && !plan.first) {
    const where = whereTarget(entity, plan.id, "target");
    return prepare(plainUpdate(access, { changes, target: { ...target, authored }, where, purpose }), slugIndexes(entity, slugs));
  }
  const decided = [
    targetCte(entity, plan.id, lockFor(purpose, "for no key update"), { ignored: plan.first }),
    changedRow(entity, changes),
    ...excluded.ctes,
    ...checks.ctes,
    outcomeCte(plan, { rows: { target, next }, wrong: [...excluded.cases, ...checks.cases], purpose }),
  ];
  const details = detailsOf(excluded, checks);
  if (purpose === "check") return checkStatement({ access, ctes: decided, details, of: "row" });
  const ctes = [
    ...decided,
    storedRow(entity, changes),
    ...relinked.map(({ cte }) => cte),
    ...version,
    ...endSessions(entity, values, plan.keptSession),
  ];
  const alongside = [...relinked.map((cte) => cte.name), ...(version.length > 0 ? [sql`kept`] : [])];
  const joins = alongside.map((source) => sql`left join ${source} on true`);
  const answer = sql`select outcome.outcome, ${details} as details, written.id, written.version, ${answerColumns(access, written, { purpose, of: "row" })} from outcome left join target on true left join written on true ${join(joins, "\n")}`;
  return prepare(sql`with ${join(ctes)} ${answer}`, slugIndexes(entity, slugs));
}

/** Changes the owner of a record. Returns one `WriteRow`, or none if there is no such record. */
export function assignStatement({ access, id }: AssignPlan): Statement {
  const { entity } = access;
  const user = sql`${param(placeholder("userId"))}::uuid`;
  const wrong = problemsIn([
    sql`select ${"userId"}::text, ${MISSING}::text where not exists (select from cms.users u where u.id = ${user} and not ${isRemoved(user)})`,
  ]);
  const ctes = [
    targetCte(entity, id, sql`for no key update`),
    ...wrong.ctes,
    sql`outcome as materialized (select ${writeOutcome(entity, wrong.cases)} as outcome from target)`,
    sql`written as (update ${table(entity.table)} r set created_by = ${user}, created_by_kind = 'user' from target, outcome where r.id = target.id and outcome.outcome = 'ok' returning r.*)`,
  ];
  const columns = sql`outcome.outcome, ${wrong.details} as details, written.id, written.version, ${answerText(access, { entity, alias: "written", depth: 0 })} as data`;
  return prepare(sql`with ${join(ctes)} select ${columns} from outcome left join written on true`);
}
