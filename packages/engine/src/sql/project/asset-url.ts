/** The public URL of a file as text: plain if anybody may read the row, else signed for a limited time. */
import { SIGNED_ASSETS_PATH } from "@colophon/model";
import { placeholder } from "../../placeholder.ts";
import type { Column } from "../../plan/selection/selected.ts";
import type { AssetUrls } from "../../types.ts";
import { ruleSql } from "../filter.ts";
import { columnOf } from "../source.ts";
import type { Source } from "../source.ts";
import { column, param, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";

export function assetUrlSql({ field, urls, open }: Column & { kind: "assetUrl" }, source: Source): Sql {
  const plain = sql`${urls.prefix}::text || ${columnOf(source, field)}`;
  if (open?.filter === null) return plain;
  const signed = signedSql(urls, column(source.alias, "filename"));
  return open ? sql`case when (${ruleSql(open.filter, source)}) is true then ${plain} else ${signed} end` : signed;
}

/** The end is that of the next period, in seconds since 1970. */
function signedSql({ prefix, periodSeconds, signatureLength, innerKey, outerKey }: AssetUrls, filename: Sql): Sql {
  const period = param(periodSeconds);
  const now = sql`extract(epoch from ${placeholder("$NOW")}::timestamptz)`;
  const until = sql`((floor(${now} / ${period}::int8) + 2) * ${period}::int8)::int8::text`;
  const text = sql`convert_to(${until} || '/' || ${filename}, 'UTF8')`;
  const inner = sql`sha256(decode(${innerKey}::text, 'hex') || ${text})`;
  const mac = sql`left(encode(sha256(decode(${outerKey}::text, 'hex') || ${inner}), 'hex'), ${signatureLength}::int4)`;
  return sql`${`${prefix}${SIGNED_ASSETS_PATH}`}::text || ${until} || '.' || ${mac} || '/' || ${filename}`;
}
