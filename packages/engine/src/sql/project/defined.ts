/** Stored values, limited to what the configuration defines, hidden fields included: the content of an export. */
import { column, name, sql, textOf, literal } from "../sql.ts";
import type { Entity, Schema } from "../../types.ts";
import { EVERYTHING_DEFINED, membersOf, shapeOf } from "../../plan/selection/shape.ts";
import { shapedSql } from "./shape.ts";

/** SQL text for the columns of an entity's table (under the alias) that contain objects, arrays or blocks, by column. */
export function definedColumns(entity: Entity, alias: string): ReadonlyMap<string, string> {
  const structures = entity.fields.flatMap(({ storage, definition }) =>
    storage.kind === "column" && storage.sqlType === "jsonb" ? [{ column: storage.column, definition }] : [],
  );
  return new Map(
    structures.map(({ column: of, definition }) => {
      const shape = shapeOf(definition, [definition.name], EVERYTHING_DEFINED);
      return [of, textOf(shapedSql(shape, column(alias, of)))];
    }),
  );
}

/** The same for the content of versions, the column `data` of `cms.versions` (under the alias). */
export function definedContent(schema: Schema, alias: string): string {
  const data = column(alias, "data");
  const cases = [...schema.entities.values()].map((entity) => {
    const members = membersOf(
      entity.fields.map(({ definition }) => definition),
      [],
      EVERYTHING_DEFINED,
    );
    return sql`when ${literal(entity.name)} then ${shapedSql({ kind: "object", members }, data)}`;
  });
  return textOf(cases.reduce((all, branch) => sql`${all} ${branch}`, sql`case ${name(alias)}.entity`)).concat(" end");
}
