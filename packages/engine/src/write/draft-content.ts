/** What a draft holds, unparsed, for whoever checks and publishes it. */
import { join, prepare, sql, empty } from "../sql.ts";
import type { Actor, Schema, Statement } from "../types.ts";
import { accessCases, versionedEntity } from "./draft-access.ts";
import { targetCtes } from "./draft-base.ts";
import { targetSource } from "./sources.ts";
import { contentJson } from "./values.ts";
import { checkId, verdict } from "./verdict.ts";

/** The one row: the outcome as of a write, the version row that is pending, and JSON text of the content by field name. */
export interface DraftContentRow {
  readonly outcome: "ok" | "not_found" | "changed" | "forbidden";
  readonly draftId: string | null;
  readonly isLive: boolean;
  readonly version: number;
  readonly content: string;
}

/** Reads a record's newest content, the draft's as it was stored or the row's, under the update permission. */
export function planDraftContent(schema: Schema, actor: Actor, entityName: string, id: string | null): Statement {
  const entity = versionedEntity(schema, entityName);
  checkId(entity, id);
  const outcome = verdict(accessCases(schema, actor, entity));
  const columns = sql`${outcome} as outcome, pending.version_id as "draftId", target.published_at is not null as "isLive", target.version, (${contentJson(targetSource(entity))} || coalesce(pending.data, '{}'))::text as content`;
  return prepare(
    sql`with ${join(targetCtes(entity, id === null ? null : sql`${id}`, empty))} select ${columns} from target left join pending on true`,
  );
}
