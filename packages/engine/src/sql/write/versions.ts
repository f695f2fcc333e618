/** The version row of a write. */
import type { Source } from "../source.ts";
import { column, sql, literal } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { placeholder } from "../../placeholder.ts";
import type { Placeholder } from "../../placeholder.ts";
import { NOW, contentJson } from "../values.ts";

export interface VersionInput {
  readonly id: Placeholder;
  readonly status: "published" | "draft";
  /** The row's version on which a draft was based, as SQL; null for live content. */
  readonly base: Sql;
  /** Whether it ends a pending draft. */
  readonly endsDraft: Sql;
}

/** `kept as (…)`: one version row with the content of `source`, and pruning. The statement must read it, or it does not run. */
export function keptCte(source: Source, from: Sql, input: VersionInput): Sql {
  const { entity } = source;
  const limit = entity.versions ? entity.versions.limit : null;
  const locale = entity.translatable ? sql`${column(source.alias, "locale")}` : sql`null::text`;
  const who = sql`${literal(entity.name)}, ${column(source.alias, "id")}, ${column(source.alias, "version")}, ${literal(input.status)}, ${input.base}, ${contentJson(source)}, ${locale}`;
  const call = sql`cms.keep_version(${input.id}::uuid, ${who}, ${NOW}, ${placeholder("author")}::uuid, ${placeholder("authorKey")}::uuid, ${limit}::integer, ${input.endsDraft})`;
  return sql`kept as materialized (select ${call} as version_id from ${from})`;
}
