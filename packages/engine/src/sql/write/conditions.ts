/** Fields that are empty although the condition under which they are required is true: rows of `field, message`. */
import { conditionalFields, type ConditionalField } from "../../plan/conditions.ts";
import type { DataPlan } from "../../plan/data.ts";
import type { Entity, Field, Schema } from "../../types.ts";
import type { Statement } from "../../statements.ts";
import { filterSql } from "../filter.ts";
import { columnOf, fromClause, linksOf, liveOnly, rowColumn, sourceOf, type Source } from "../source.ts";
import { allOf, anyOf, prepare, sql, type Sql } from "../sql.ts";
import { isLacking } from "./problems.ts";
import { IS_LIVE } from "./sources.ts";

function isRequired({ field, condition }: ConditionalField, row: Source): Sql {
  const isList = field.storage.kind === "column" && field.storage.sqlType === "jsonb";
  const emptyList = isList ? [sql`${columnOf(row, field)} = '[]'::jsonb`] : [];
  return sql`${filterSql(condition, row)} and ${anyOf([isLacking(row, field), ...emptyList])}`;
}

/** In a record that is created, or published as a whole. */
export function lackedByCondition(conditional: readonly ConditionalField[], next: Source): readonly Sql[] {
  return conditional.map(
    (field) => sql`select ${field.field.name}::text, ${"is required"}::text from next where ${isRequired(field, next)}`,
  );
}

interface Change {
  readonly target: Source;
  readonly next: Source;
  readonly data: Pick<DataPlan, "values" | "slugs">;
}

/** In a record that is changed: only if the change, or a first publication, affects it. */
export function lackedByChange(conditional: readonly ConditionalField[], { target, next, data }: Change): readonly Sql[] {
  return conditional.flatMap((conditionalField) => {
    const given = conditionalField.dependsOn.filter(({ name }) => Object.hasOwn(data.values, name) || Object.hasOwn(data.slugs, name));
    const reasons = [
      ...(next.entity.versions ? [sql`not (${IS_LIVE})`] : []),
      ...given.map((field) => sql`${valueOf(target, field)} is distinct from ${valueOf(next, field)}`),
    ];
    if (reasons.length === 0) return [];
    return [
      sql`select ${conditionalField.field.name}::text, ${"is required"}::text from target, next where ${allOf([anyOf(reasons), isRequired(conditionalField, next)])}`,
    ];
  });
}

function valueOf(source: Source, field: Field): Sql {
  return field.storage.kind === "junction" ? linksOf(source, field) : columnOf(source, field);
}

/** For each field with a condition: the ids of live records that lack it. */
export function lackingFields(schema: Schema) {
  return [...schema.entities.values()].flatMap((entity) =>
    conditionalFields(schema, entity).map((field) => ({
      entity: entity.name,
      field: field.field.name,
      statement: lackingStatement(entity, field),
    })),
  );
}

function lackingStatement(entity: Entity, conditional: ConditionalField): Statement {
  const source = sourceOf(entity);
  const live = liveOnly(source);
  const where = allOf([...(live ? [live] : []), isRequired(conditional, source)]);
  return prepare(sql`select ${rowColumn(source, "id")} from ${fromClause(source)} where ${where}`);
}
