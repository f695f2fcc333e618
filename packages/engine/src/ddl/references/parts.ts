/** The SQL of a table of nested references: the table, its indexes, and the triggers that maintain it. */
import { columnNameOf, fitName } from "../../names.ts";
import { shapeOfReferences } from "../../references/reference-tables.ts";
import type { ReferenceTable } from "../../references/reference-tables.ts";
import { column, join, jsonText, literal, name, sql, table } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Table } from "../../types.ts";
import { VERSIONS } from "../stored-content.ts";

const ON_DELETE = { "no action": sql`no action`, cascade: sql`set null`, "set null": sql`set null` } as const;

export interface Part {
  /** The part whose existence shows that all of it exists. */
  readonly name: string;
  readonly sql: Sql;
}

/** The prefix of triggers before and after the switch, if names that they contain change in it. */
const PREFIX = { before: "refers.before", after: "refers" } as const;
export type Moment = keyof typeof PREFIX;

const KINDS = ["record", "draft.insert", "draft.update", "draft.delete"] as const;

function triggerName({ name: own }: Table, moment: Moment, kind: (typeof KINDS)[number]): string {
  return fitName(`${PREFIX[moment]}.${own}.${kind}`);
}

/** The names of a table's triggers, first that of the one for records. */
export function triggerNames(of: Table, moment: Moment): readonly string[] {
  return KINDS.map((kind) => triggerName(of, moment, kind));
}

const indexName = ({ table: of }: ReferenceTable, columnName: string): string => fitName(`referred.${of.name}.${columnName}`);

export function createTable({ entity, table: of, columns }: ReferenceTable): Sql {
  const keyed = columns.map(
    (one) =>
      sql`${name(one.name)} uuid constraint ${name(one.constraint)} references ${table(one.target.table)} (id) on delete ${ON_DELETE[one.onDelete]}`,
  );
  const source = sql`source_id uuid not null references ${table(entity.table)} (id) on delete cascade`;
  return sql`create table ${table(of)} (${join([source, sql`path text not null`, sql`draft boolean not null`, ...keyed])})`;
}

/** The additional action when a foreign key, or a removal in the background, sets a reference to null. */
export function lostTrigger(one: ReferenceTable): Sql {
  const isEmptied = one.columns.map(({ name: of }) => sql`(${column("old", of)} is not null and ${column("new", of)} is null)`);
  const call = sql`cms.lose_reference(${jsonText(shapeOfReferences(one))})`;
  return sql`create or replace trigger lost after update on ${table(one.table)} for each row when (${join(isEmptied, " or ")}) execute function ${call}`;
}

export function triggers(one: ReferenceTable, moment: Moment): readonly (Part & { readonly on: Table })[] {
  const { entity } = one;
  const shape = jsonText(shapeOfReferences(one));
  const fields = [...new Set(one.columns.flatMap(({ references }) => references.map(({ field }) => columnNameOf(field.name))))];
  const record = sql`for each row execute function cms.follow_record(${shape}, '{${join(fields.map(name))}}')`;
  const draft = sql`execute function cms.follow_draft(${shape})`;
  const ours = (row: string) => sql`${column(row, "entity")} = ${literal(entity.name)}`;
  const isPending = sql`(${column("old", "pending")} or ${column("new", "pending")})`;
  const kinds = [
    ["record", entity.table, sql`after insert or update on ${table(entity.table)} ${record}`],
    [
      "draft.insert",
      VERSIONS,
      sql`after insert on ${table(VERSIONS)} for each row when (${ours("new")} and ${column("new", "pending")}) ${draft}`,
    ],
    ["draft.update", VERSIONS, sql`after update on ${table(VERSIONS)} for each row when (${ours("new")} and ${isPending}) ${draft}`],
    [
      "draft.delete",
      VERSIONS,
      sql`after delete on ${table(VERSIONS)} for each row when (${ours("old")} and ${column("old", "pending")}) ${draft}`,
    ],
  ] as const;
  return kinds
    .filter(([, on]) => on !== VERSIONS || entity.versions !== false)
    .map(([kind, on, when]) => {
      const own = triggerName(one.table, moment, kind);
      return { name: own, on, sql: sql`create trigger ${name(own)} ${when}` };
    });
}

/** From a record to its references, and from a target to the references to it. */
export function indexes(one: ReferenceTable): { readonly distinct: Part; readonly byTarget: readonly Part[] } {
  const { table: of, columns } = one;
  const distinct = indexName(one, "source_id");
  const target = sql`(coalesce(${join(columns.map(({ name: own }) => name(own)))}))`;
  return {
    distinct: { name: distinct, sql: sql`create unique index ${name(distinct)} on ${table(of)} (source_id, path, draft, ${target})` },
    byTarget: columns.map(({ name: own }) => {
      const index = indexName(one, own);
      return {
        name: index,
        sql: sql`create index ${name(index)} on ${table(of)} (${name(own)}, path, source_id) where ${name(own)} is not null`,
      };
    }),
  };
}
