/** Whether a write is allowed, without writing anything: its own statement up to the outcome. */
import type { WriteAccess } from "../../plan/access.ts";
import type { Statement } from "../../statements.ts";
import { empty, join, prepare, sql, type Sql } from "../sql.ts";
import type { Source } from "../source.ts";
import { carryingSource } from "./drafted-row.ts";
import { wholeText, type HookedContent } from "./answer.ts";
import { IS_LIVE, targetSource } from "./sources.ts";

export interface Check {
  readonly access: WriteAccess;
  /** From `target` up to `outcome`, without a lock. */
  readonly ctes: readonly Sql[];
  /** The details of a refusal, as JSON text. */
  readonly details: Sql;
  readonly of: HookedContent;
}

/** Returns one `CheckRow`, or none if there is no such record. */
export function checkStatement({ access, ctes, details, of }: Check): Statement {
  const { entity } = access;
  const isPending = sql`(${IS_LIVE} and pending.version_id is not null)`;
  const isDraft = of === "draft";
  const stored: Source = isDraft ? carryingSource(entity, "base", isPending) : targetSource(entity);
  const joined = isDraft ? sql`left join base on true left join pending on true` : empty;
  const columns = sql`outcome.outcome, ${details} as details, target.id, ${wholeText(access, stored, of)} as record`;
  return prepare(sql`with ${join(ctes)} select ${columns} from outcome left join target on true ${joined}`);
}
