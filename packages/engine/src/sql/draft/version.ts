/** The versions that draft operations write to the history, as function calls on `written`. */
import { sql, literal } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Entity } from "../../types.ts";
import { carryingSource } from "./base.ts";
import { placeholder } from "../../placeholder.ts";
import type { Placeholder } from "../../placeholder.ts";
import { IS_LIVE } from "../write/sources.ts";
import { NOW, contentJson } from "../write/values.ts";

function limitOf(entity: Entity): Sql {
  return sql`${entity.versions ? entity.versions.limit : null}::integer`;
}

function keep(entity: Entity, status: "draft" | "published", base: Sql, endsDraft: Sql): Sql {
  const content = contentJson(carryingSource(entity, "written"));
  const locale = entity.translatable ? sql`written.locale` : sql`null::text`;
  const who = sql`${placeholder("versionId")}::uuid, ${literal(entity.name)}, written.id, written.version, ${literal(status)}`;
  const at = status === "draft" ? sql`written.updated_at` : NOW;
  return sql`cms.keep_version(${who}, ${base}, ${content}, ${locale}, ${at}, ${placeholder("author")}::uuid, ${placeholder("authorKey")}::uuid, ${limitOf(entity)}, ${endsDraft})`;
}

/**
 * A new pending version. Its base is the live version at the time when the draft was created, or rebased; null if the record was never
 * live.
 */
export function keepDraft(entity: Entity, rebase: boolean): Sql {
  const base = rebase ? sql`target.version` : sql`coalesce(pending.base_version, target.version)`;
  return keep(entity, "draft", sql`case when ${IS_LIVE} then ${base} else pending.base_version end`, sql`false`);
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
