/** The versions that draft operations write to the history, as function calls on `written`. */
import { sql, literal } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { SaveDraftPlan } from "../plan.ts";
import type { Entity } from "../../types.ts";
import { carryingSource } from "../../sql/write/drafted-row.ts";
import { placeholder } from "../../placeholder.ts";
import type { Placeholder } from "../../placeholder.ts";
import { IS_LIVE } from "../../sql/write/sources.ts";
import { NOW, contentJson } from "../../sql/values.ts";

function limitOf(entity: Entity): Sql {
  return sql`${entity.versions ? entity.versions.limit : null}::integer`;
}

const AUTHOR = sql`${placeholder("author")}::uuid, ${placeholder("authorKey")}::uuid`;

/** The arguments of `keep_version` and `autosave_version` up to the row's version. */
function rowOf(entity: Entity): Sql {
  return sql`${placeholder("versionId")}::uuid, ${literal(entity.name)}, written.id, written.version`;
}

function contentOf(entity: Entity): Sql {
  const locale = entity.translatable ? sql`written.locale` : sql`null::text`;
  return sql`${contentJson(carryingSource(entity, "written"))}, ${locale}`;
}

function keep(entity: Entity, status: "draft" | "published", base: Sql, endsDraft: Sql): Sql {
  const at = status === "draft" ? sql`written.updated_at` : NOW;
  return sql`cms.keep_version(${rowOf(entity)}, ${literal(status)}, ${base}, ${contentOf(entity)}, ${at}, ${AUTHOR}, ${limitOf(entity)}, ${endsDraft})`;
}

/**
 * A new pending version, or a change of the one that the session's automatic saves have made. Its base is the live version at the time when the
 * draft was created, or rebased; null if the record was never live.
 */
export function keepDraft(entity: Entity, { rebase, autosave }: Pick<SaveDraftPlan, "rebase" | "autosave">): Sql {
  const newest = rebase ? sql`target.version` : sql`coalesce(pending.base_version, target.version)`;
  const base = sql`case when ${IS_LIVE} then ${newest} else pending.base_version end`;
  if (autosave === null) return keep(entity, "draft", base, sql`false`);
  return sql`cms.autosave_version(${autosave}::text, ${rowOf(entity)}, ${base}, ${contentOf(entity)}, written.updated_at, ${AUTHOR}, ${limitOf(entity)})`;
}

/** The pending version becomes the published one; if there is none, a version is added. */
export function publishVersion(entity: Entity, draftId: Placeholder | null): Sql {
  if (draftId === null) return keep(entity, "published", sql`null::integer`, sql`true`);
  const content = contentJson(carryingSource(entity, "written"));
  return sql`cms.publish_version(${draftId}::uuid, ${literal(entity.name)}, written.id, ${content}, ${limitOf(entity)})`;
}

/** The live content becomes the draft. It only gets those references inside JSON that were visible, or it could not be published again. */
export function unpublishVersion(entity: Entity): Sql {
  const made = sql`cms.unpublish_version(${literal(entity.name)}, written.id, target.version)`;
  if (entity.fields.every(({ references }) => references.length === 0)) return sql`case when ${IS_LIVE} then ${made} end`;
  const content = contentJson(carryingSource(entity, "written"));
  return sql`case when ${IS_LIVE} then ${made} and cms.settle_draft(${literal(entity.name)}, written.id, ${content}) end`;
}
