/** The version row of a write. */
import type { Source } from "../source.ts";
import { column, sql, literal } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { placeholder } from "../../placeholder.ts";
import type { Placeholder } from "../../placeholder.ts";
import { NOW, contentJson } from "./values.ts";

export interface VersionInput {
  readonly id: Placeholder;
  readonly status: "published" | "draft";
  /** The row's version that a draft was begun on, as SQL; null for what is live. */
  readonly base: Sql;
  /** Whether a pending draft is over with it. */
  readonly endsDraft: Sql;
}

/** `kept as (…)`: one version row of what `source` holds, and pruning. Must be read by the statement, or it does not run. */
export function keptCte(source: Source, from: Sql, input: VersionInput): Sql {
  const { entity } = source;
  const limit = entity.versions ? entity.versions.limit : null;
  const locale = entity.translatable ? sql`${column(source.alias, "locale")}` : sql`null::text`;
  const who = sql`${literal(entity.name)}, ${column(source.alias, "id")}, ${column(source.alias, "version")}, ${literal(input.status)}, ${input.base}, ${contentJson(source)}, ${locale}`;
  const call = sql`cms.keep_version(${input.id}::uuid, ${who}, ${NOW}, ${placeholder("author")}::uuid, ${placeholder("authorKey")}::uuid, ${limit}::integer, ${input.endsDraft})`;
  return sql`kept as materialized (select ${call} as version_id from ${from})`;
}
