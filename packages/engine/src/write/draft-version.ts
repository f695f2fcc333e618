/** How a draft operation leaves its mark in the history, as function calls on `written`. */
import { sql, word } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Entity } from "../types.ts";
import { carryingSource } from "./draft-base.ts";
import { slot } from "./recipe.ts";
import type { Slot } from "./recipe.ts";
import { NOW, contentJson } from "./values.ts";

/** Whether the locked row is live. */
export const IS_LIVE = sql`target.published_at is not null`;

function limitOf(entity: Entity): Sql {
  return sql`${entity.versions ? entity.versions.limit : null}::integer`;
}

function keep(entity: Entity, status: "draft" | "published", base: Sql, endsDraft: Sql): Sql {
  const content = contentJson(carryingSource(entity, "written"));
  const locale = entity.translatable ? sql`written.locale` : sql`null::text`;
  const who = sql`${slot("versionId")}::uuid, ${word(entity.name)}, written.id, ${word(status)}`;
  return sql`cms.keep_version(${who}, ${base}, ${content}, ${locale}, ${NOW}, ${slot("author")}::uuid, ${limitOf(entity)}, ${endsDraft})`;
}

/**
 * A new pending version. Its base is the record's version while nothing live has changed since the draft was begun (or it is
 * begun `anew`), and stays behind once something has; null says that the record was never live.
 */
export function keepDraft(entity: Entity, anew: boolean): Sql {
  const base = anew
    ? sql`written.version`
    : sql`case when pending.base_version < target.version then pending.base_version else written.version end`;
  return keep(entity, "draft", sql`case when ${IS_LIVE} then ${base} else pending.base_version end`, sql`false`);
}

/** The pending version becomes the published one; without one a version is added. */
export function publishVersion(entity: Entity, draftId: Slot | null): Sql {
  if (draftId === null) return keep(entity, "published", sql`null::integer`, sql`true`);
  const content = contentJson(carryingSource(entity, "written"));
  return sql`cms.publish_version(${draftId}::uuid, ${word(entity.name)}, written.id, ${content}, ${limitOf(entity)})`;
}

/** What was live becomes the draft. */
export function unpublishVersion(entity: Entity): Sql {
  return sql`case when ${IS_LIVE} then cms.unpublish_version(${word(entity.name)}, written.id, target.version) end`;
}
