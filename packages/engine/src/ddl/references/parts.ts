/** The steps that make a table of nested references: the table, its indexes, and the triggers that maintain it. */
import { fitName } from "../../names.ts";
import { columnOfReference, shapeOfReferences, type ReferenceTable } from "../../references/reference-tables.ts";
import { column, empty, join, jsonText, literal, name, sql, table, type Sql } from "../../sql/sql.ts";
import type { Table } from "../../types.ts";
import type { Step, StepOf } from "../steps/step.ts";
import { VERSIONS } from "../catalog.ts";

const ON_DELETE = { "no action": sql`no action`, cascade: sql`set null`, "set null": sql`set null` } as const;

interface TriggerPart {
  readonly name: string;
  readonly on: Table;
  readonly step: StepOf<"createTrigger">;
}

export interface IndexPart {
  readonly name: string;
  readonly step: StepOf<"createReferenceIndex">;
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

export function createTable({ entity, table: of, columns }: ReferenceTable): StepOf<"createTable"> {
  const keyed = columns.map(
    (column) =>
      sql`${name(column.name)} uuid constraint ${name(column.constraint)} references ${table(column.target.table)} (id) on delete ${ON_DELETE[column.onDelete]}`,
  );
  const source = sql`source_id uuid not null references ${table(entity.table)} (id) on delete cascade`;
  const lines = [source, sql`path text not null`, sql`draft boolean not null`, ...keyed];
  return { kind: "createTable", table: of, lines, references: [entity.table, ...columns.map(({ target }) => target.table)] };
}

/** The additional action when a foreign key, or a removal in the background, sets a reference to null. */
export function lostTrigger(table: ReferenceTable): Step {
  const isEmptied = table.columns.map(({ name: of }) => sql`(${column("old", of)} is not null and ${column("new", of)} is null)`);
  const trigger = {
    name: "lost",
    when: sql`after update`,
    condition: join(isEmptied, " or "),
    calls: sql`cms.lose_reference(${jsonText(shapeOfReferences(table))})`,
  };
  return { kind: "createTrigger", table: table.table, trigger, purpose: "references", orReplace: true };
}

/** The columns whose changes change references, as an argument of a trigger. */
export function followedColumns({ columns }: ReferenceTable): Sql {
  const of = new Set(columns.flatMap(({ references }) => references.map(columnOfReference)));
  return sql`{${join([...of].map(name))}}`;
}

/** While values are converted, a reference to a record that is gone is accepted: the stored value has it, or had it. */
const areConverted = ({ columns }: ReferenceTable): boolean =>
  columns.some(({ references }) => references.some(({ replaced }) => replaced !== undefined));

export function triggers(table: ReferenceTable, moment: Moment): readonly TriggerPart[] {
  const { entity } = table;
  const shape = jsonText(shapeOfReferences(table));
  const record = sql`cms.follow_record(${shape}, '${followedColumns(table)}'${areConverted(table) ? sql`, 'any'` : empty})`;
  const draft = areConverted(table) ? sql`cms.forget_draft(${shape})` : sql`cms.follow_draft(${shape})`;
  const ours = (row: string) => sql`${column(row, "entity")} = ${literal(entity.name)}`;
  const isPending = sql`(${column("old", "pending")} or ${column("new", "pending")})`;
  const ofDrafts = [
    { kind: "draft.insert", when: sql`after insert`, condition: sql`${ours("new")} and ${column("new", "pending")}` },
    { kind: "draft.update", when: sql`after update`, condition: sql`${ours("new")} and ${isPending}` },
    { kind: "draft.delete", when: sql`after delete`, condition: sql`${ours("old")} and ${column("old", "pending")}` },
  ] as const;
  const all = [
    { kind: "record", on: entity.table, when: sql`after insert or update`, calls: record } as const,
    ...(entity.versions === false ? [] : ofDrafts.map((ofDraft) => ({ ...ofDraft, on: VERSIONS, calls: draft }))),
  ];
  return all.map(({ kind, on, ...trigger }) => {
    const own = triggerName(table.table, moment, kind);
    return { name: own, on, step: { kind: "createTrigger", table: on, trigger: { name: own, ...trigger }, purpose: "references" } };
  });
}

/** From a record to its references, and from a target to the references to it. */
export function indexes(table: ReferenceTable): { readonly distinct: Step; readonly byTarget: readonly IndexPart[] } {
  const { table: of, columns } = table;
  const [source, path] = [sql`source_id`, sql`path`];
  const target = sql`(coalesce(${join(columns.map(({ name: own }) => name(own)))}))`;
  const keys = [source, path, sql`draft`, target];
  return {
    distinct: { kind: "createReferenceIndex", table: of, name: indexName(table, "source_id"), keys, isUnique: true },
    byTarget: columns.map(({ name: own }) => {
      const index = indexName(table, own);
      const where = sql`${name(own)} is not null`;
      return { name: index, step: { kind: "createReferenceIndex", table: of, name: index, keys: [name(own), path, source], where } };
    }),
  };
}
