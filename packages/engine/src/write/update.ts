/** A change of a record as one statement. */
import { entityOf } from "../schema.ts";
import { isPending } from "../source.ts";
import type { Source } from "../source.ts";
import { allOf, empty, join, prepare, sql, table } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Actor, Entity, Schema } from "../types.ts";
import { answerText, mayKnow, reaches } from "./answer.ts";
import { commonSlots, openData, roleKey } from "./open-data.ts";
import type { OpenData } from "./open-data.ts";
import type { WriteData } from "./parse-body.ts";
import { askDatabase, changedForGood, lackedByDraft, wrongReferences } from "./problems.ts";
import { fill, recipeOf, slot } from "./recipe.ts";
import type { Slot } from "./recipe.ts";
import { slugIndexes } from "./slug-value.ts";
import { changedRow, changesOf, relinkCtes, storedRow } from "./changed-row.ts";
import { changedSource, targetSource } from "./sources.ts";
import type { WriteStatement } from "./statement.ts";
import { askBoth, askTaken, uniqueFields } from "./taken.ts";
import { changedCase, checkId, openTarget, verdict } from "./verdict.ts";
import type { OpenTarget } from "./verdict.ts";
import { demotesLastAdmin, endSignIns } from "./users.ts";
import { keptCte } from "./versions.ts";
import type { VersionInput } from "./versions.ts";

export interface UpdateInput {
  readonly data: WriteData;
  /** The version the caller has read (`If-Match`): another one is a `changed` outcome. */
  readonly expectedVersion?: number;
  readonly newId: () => string;
  /** The first save of a global whose versions are off: it takes the place of a draft that is ignored, if there is one. */
  readonly first?: boolean;
}

/**
 * `target as (…)`: the row, locked; of a global its only one. Once locked it is the newest, whoever wrote meanwhile.
 * Where versions are off, a draft of a time with them is none; `ignored` asks for just that one.
 */
export function targetCte(entity: Entity, id: Slot | Sql | null, lock: Sql, { ignored = false } = {}): Sql {
  const mayBeDraft = entity.versions !== false || entity.builtIn;
  const isLive = sql`r.published_at is not null`;
  const live = mayBeDraft ? [] : [ignored ? sql`not (${isLive})` : isLive];
  const conditions = [...(id === null ? [] : [sql`r.id = ${id}::uuid`]), ...live];
  const where = conditions.length > 0 ? sql`where ${allOf(conditions)}` : empty;
  return sql`target as materialized (select r.* from ${table(entity.table)} r ${where} ${lock})`;
}

const WAS_PUBLISHED = sql`target.published_at is not null`;
const VERSION: VersionInput = {
  id: slot("versionId"),
  status: "published",
  base: sql`null::integer`,
  endsDraft: sql`not ${WAS_PUBLISHED}`,
};

type Open = OpenTarget & { readonly data: OpenData; readonly first: boolean };

interface Parts {
  readonly schema: Schema;
  readonly actor: Actor;
  readonly entity: Entity;
  readonly target: Source;
  readonly next: Source;
}

function verdictCte({ schema, actor, entity, target, next }: Parts, { data, expectedVersion, first }: Open, wrong: readonly Sql[]): Sql {
  const before = [
    sql`when not ${mayKnow(schema, actor, "update", target)} then 'not_found'`,
    ...changedCase(expectedVersion),
    sql`when not ${reaches(schema, actor, "update", target)} then 'forbidden'`,
  ];
  const cases = [
    ...(first ? [] : before), // what was never saved keeps nobody from saving it
    ...wrong,
    sql`when not ${reaches(schema, actor, "update", next)} then 'forbidden'`,
    ...demotesLastAdmin(schema, entity, data.values),
  ];
  return sql`verdict as materialized (select ${verdict(cases)} as outcome from target, next)`;
}

function build(schema: Schema, actor: Actor, entity: Entity, open: Open): WriteStatement {
  const { values, slugs, references } = open.data;
  const [target, next] = [targetSource(entity), changedSource(entity, "next", values)];
  const parts: Parts = { schema, actor, entity, target, next };
  const written: Source = { ...changedSource(entity, "written", values), pending: sql`(${WAS_PUBLISHED} and ${isPending(target)})` };

  const changes = changesOf(entity, open.data);
  const wrong = askDatabase([
    ...wrongReferences(schema, references, sql`(select _row::text from target _row)`),
    ...(open.first ? [] : changedForGood(entity, target, values)),
    ...(entity.versions ? lackedByDraft(entity, next, (field) => Object.hasOwn(values, field.name)) : []),
  ]);
  const asked = askBoth(wrong, askTaken(entity, uniqueFields(entity, values), "drafts"));
  const relinked = relinkCtes(entity, values);
  const version = entity.versions ? [keptCte(written, sql`target, written`, VERSION)] : [];
  const ctes = [
    targetCte(entity, open.id, sql`for no key update`, { ignored: open.first }),
    changedRow(entity, changes),
    ...asked.ctes,
    verdictCte(parts, open, asked.cases),
    storedRow(entity, changes),
    ...relinked.map(({ cte }) => cte),
    ...version,
    ...endSignIns(entity, values),
  ];
  const alongside = [...relinked.map((one) => one.name), ...(version.length > 0 ? [sql`kept`] : [])];
  const joins = alongside.map((one) => sql`left join ${one} on true`);
  const answer = sql`select verdict.outcome, ${asked.details} as details, written.id, written.version, ${answerText(schema, actor, entity, written)} as data from verdict left join target on true left join written on true ${join(joins, "\n")}`;
  return { ...prepare(sql`with ${join(ctes)} ${answer}`), retryOn: slugIndexes(entity, slugs) };
}

/**
 * The statement that changes the fields in `data` and publishes the record. `id` is null for a global. A pending draft of
 * a published record is kept; a record that was not published is now, draft and all, and must have its required fields.
 * @throws NOT_FOUND for an id that is none
 */
export function planUpdate(schema: Schema, actor: Actor, entityName: string, id: string | null, input: UpdateInput): WriteStatement {
  const entity = entityOf(schema, entityName);
  checkId(entity, id);
  const { data, shape, given } = openData(entity, input.data);
  const open: Open = { data, first: input.first ?? false, ...openTarget(id, input.expectedVersion) };
  const key = ["update", roleKey(actor), entity.name, open.expectedVersion !== undefined, open.first, ...shape];
  const recipe = recipeOf(schema, key, () => build(schema, actor, entity, open));
  const common = commonSlots(actor, { id, expectedVersion: input.expectedVersion, versionId: entity.versions ? input.newId() : null });
  return fill(recipe, new Map([...given, ...common]));
}
