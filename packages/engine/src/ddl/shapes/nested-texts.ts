/** Rich text inside JSON columns: the process that changes the tables converts it, before the check and in the switch. */
import { column, name, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { columnNameOf } from "../../names.ts";
import type { Entity, Field } from "../../types.ts";
import { tableOfKey } from "../catalog.ts";
import type { Catalog } from "../catalog.ts";
import type { ChangedTexts, ContentCheck } from "../changed-texts.ts";
import { fillWritten, isWritten, resultsKeyOf } from "../rich-text/converted-texts.ts";
import { batchOf, restOfDrafts, textsOf } from "../rich-text/stored-texts.ts";
import { temporaryName } from "../steps/online-steps.ts";
import type { StoredColumn } from "../stored-column.ts";
import { reshapedWithTexts, valueWithTexts } from "./nested-values.ts";
import { reshape, shapeOfColumn } from "./stored-shape.ts";

/** The values to convert before the check, and those that are left when the tables are locked. */
export function nestedTexts(
  entity: Entity,
  field: Field,
  stored: StoredColumn,
  catalog: Catalog,
): Required<Pick<ContentCheck, "texts" | "rest">> {
  const resultsKey = resultsKeyOf(entity, field);
  const shape = shapeOfColumn(field) ?? { kind: "any" };
  const loses = (value: Sql) => sql`cardinality((${reshape(field, shape, value)}).lost) > 0`;
  const sets = textsOf(stored, "jsonb", catalog, (value) => sql`${value} is not null and ${loses(value)}`);
  const [rows, ...drafts] = sets;
  const ofDrafts = drafts.map((draft) => batchOf(resultsKey, draft));
  const { column: from, table: at } = stored.at;
  const batches = [batchOf(resultsKey, rows, sql` and ${loses(column("s", from))}`), ...ofDrafts];
  const texts: ChangedTexts = { resultsKey, definition: field.definition, from: "jsonb", to: "jsonb", isNested: true, batches };
  const of = { name: columnNameOf(field.name), sqlType: "jsonb", field };
  const using = valueWithTexts(entity, field, name(of.name));
  const temporary = temporaryName({ kind: "convertColumn", table: entity.table, column: of, using });
  if (!stored.found.columns.has(temporary)) return { texts, rest: () => texts };
  const value = valueWithTexts(entity, field, name(from));
  const written = sql`from ${table(tableOfKey(at))} s where ${isWritten(from, temporary)}`;
  const isLossy = sql`exists (select from ${reshapedWithTexts(entity, field, name(from))} t where t.lost <> '[]')`;
  const ofRows = batchOf(resultsKey, rows, sql` and ${column("s", temporary)} is null`);
  const rest = (ofDrafts: string): ChangedTexts => ({
    ...texts,
    batches: [ofRows, ...drafts.map((draft) => restOfDrafts(resultsKey, draft, ofDrafts))],
    fill: textOf(fillWritten(tableOfKey(at), from, temporary, value)),
    lostWritten: textOf(sql`select count(*)::int as lost ${written} and ${isLossy}`),
  });
  return { texts, rest };
}
