/** Values of JSON columns whose rich text was converted before: PostgreSQL converts the rest of them. */
import type { FieldDefinition } from "@colophon/config";
import { itemDefinition } from "@colophon/model";
import { sql, table } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Entity, Field } from "../../types.ts";
import { CONVERTED, isResultOf, resultsKeyOf } from "../rich-text/converted-texts.ts";
import { reshape, shapeOfColumn } from "./stored-shape.ts";

/** Whether values of the field contain rich text that can be converted; the field itself may be rich text with own blocks. */
export function hasNestedTexts(definition: FieldDefinition): boolean {
  const contains = (definition: FieldDefinition): boolean =>
    (definition.type === "richtext" && definition.format !== "blocks") || hasNestedTexts(definition);
  if (definition.type === "object") return definition.fields.some(contains);
  if (definition.type === "array") return contains(itemDefinition(definition.of));
  const blocks = definition.type === "blocks" || definition.type === "richtext" ? definition.blocks : [];
  return blocks?.some(({ fields }) => fields.some(contains)) ?? false;
}

/** A row for a value of the field: `lost`, and `value` as the field stores it now, which is null for a text without a result. */
export function reshapedWithTexts(entity: Pick<Entity, "name">, field: Field, old: Sql): Sql {
  const shape = shapeOfColumn(field) ?? { kind: "any" };
  const result = sql`(select 1) o left join ${table(CONVERTED)} c on ${isResultOf(resultsKeyOf(entity, field), sql`(${old})::text`)}`;
  const whole = sql`cross join lateral ${reshape(field, shape, sql`coalesce(c.value::jsonb, ${old})`)} r`;
  const value = sql`case when c.value is not null or cardinality(r.lost) = 0 then r.value end as value`;
  const lost = sql`to_jsonb(r.lost) || coalesce(c.lost, '[]') as lost`;
  return sql`(select ${value}, ${lost}, c.value is not null as has_result from ${result} ${whole})`;
}

export function valueWithTexts(entity: Pick<Entity, "name">, field: Field, old: Sql): Sql {
  return sql`(select t.value from ${reshapedWithTexts(entity, field, old)} t)`;
}
