/** SQL text of the steps. It contains only names, types and constants from the schema, so no step has parameters. */
import { gramsOf } from "../../sql/text-match/grams.ts";
import { tagsOf } from "../../sql/text-match/tags.ts";
import { empty, join, name, sql, table, textOf, typeName, type Sql } from "../../sql/sql.ts";
import { caseKey, collated, searchKey } from "../../sql/text-keys.ts";
import { textAt } from "../../sql/text-match/match.ts";
import type { Table } from "../../types.ts";
import type { IndexDesign } from "../contract.ts";
import { keepRows } from "./keep-rows.ts";
import { byKind, type ColumnType, type Step, type StepOf } from "./step.ts";

const ON_DELETE = { "set null": sql`set null`, "no action": sql`no action`, cascade: sql`cascade` } as const;

const alter = (of: Table, action: Sql): Sql => sql`alter table ${table(of)} ${action}`;
const inSchemaOf = (of: Table, own: string): Sql => table({ schema: of.schema, name: own });
const typed = ({ name: own, sqlType }: ColumnType): Sql => sql`${name(own)} ${typeName(sqlType)}`;
const optional = (isSet: true | undefined, text: Sql): Sql => (isSet ? text : empty);

const setDefault = (column: string, value: Sql): Sql => sql`alter column ${name(column)} set default ${value}`;

function addFilledColumn({ table: of, column, values, default: value }: StepOf<"addFilledColumn">): Sql {
  const added = alter(of, sql`add column ${typed(column)}`);
  const later = value ? sql`; ${alter(of, setDefault(column.name, value))}` : empty;
  return sql`${added}${later}; update ${table(of)} set ${name(column.name)} = ${values}`;
}

/** The values that an index over searched values has for each row, and the row's tags if there are any. */
function searchedValues({ kind, columns, texts = [], tags }: IndexDesign): Sql {
  const [first = "", ...inside] = columns;
  const values = {
    list: () => name(first),
    trigram: () => sql`${searchKey(textAt(name(first), inside))} gin_trgm_ops`,
    grams: () => gramsOf(texts.map(([column, ...path]) => textAt(name(column), path))),
  };
  const held = kind === "grams" || kind === "list" ? values[kind]() : values.trigram();
  return tags ? sql`${held}, ${tagsOf(tags, name)}` : held;
}

function createIndex({ table: of, index, concurrently }: StepOf<"createIndex">): Sql {
  const columns = join(index.columns.map((column) => (index.collated?.includes(column) ? collated(name(column)) : name(column))));
  const on = sql`index ${optional(concurrently, sql`concurrently `)}${name(index.name)} on ${table(of)}`;
  if (index.kind === "unique") return sql`create unique ${on} (${columns})`;
  if (index.kind === "single") return sql`create unique ${on} (${index.columns.length > 0 ? columns : sql`(true)`})`;
  if (index.kind === "start") return sql`create ${on} (${caseKey(columns)} text_pattern_ops)`;
  if (index.kind === "plain") {
    const included = index.included ? sql` include (${join(index.included.map(name))})` : empty;
    return sql`create ${on} (${columns})${included}${index.unpublished ? sql` where published_at is null` : empty}`;
  }
  return sql`create ${on} using gin (${searchedValues(index)})`;
}

function createTrigger({ table: of, trigger, orReplace }: StepOf<"createTrigger">): Sql {
  const { name: own, when, condition, calls, deferred, added, isPerStatement } = trigger;
  const sort = sql`${optional(orReplace, sql`or replace `)}${optional(deferred, sql`constraint `)}trigger`;
  const moment = optional(deferred, sql` deferrable initially deferred`);
  const rows = added === undefined ? empty : sql` referencing new table as ${name(added)}`;
  const each = isPerStatement || added !== undefined ? sql`statement` : sql`row`;
  const only = condition ? sql` when (${condition})` : empty;
  return sql`create ${sort} ${name(own)} ${when} on ${table(of)}${moment}${rows} for each ${each}${only} execute function ${calls}`;
}

function createView({ table: view, of, columns }: StepOf<"createView">): Sql {
  const also = columns.map(({ name: own, as }) => sql`${name(own)} as ${name(as)}`);
  return sql`create view ${table(view)} as select ${join([sql`*`, ...also])} from ${table(of)}`;
}

const sqlOf = byKind<Sql | string>({
  createTable: ({ table: of, lines, ifMissing }) =>
    sql`create table ${optional(ifMissing, sql`if not exists `)}${table(of)} (${join(lines)})`,
  dropTable: ({ table: of, cascade }) => sql`drop table ${table(of)}${optional(cascade, sql` cascade`)}`,
  renameTable: ({ table: of, to }) => alter(of, sql`rename to ${name(to)}`),
  setStorage: ({ table: of, options }) => `${textOf(alter(of, sql`set`))} (${options.join(", ")})`,
  createView,
  dropView: ({ table: view }) => sql`drop view ${table(view)}`,
  replaceView: ({ table: view, base }) => sql`drop view ${table(view)}; ${alter(base, sql`rename to ${name(view.name)}`)}`,
  analyze: ({ table: of, column }) => sql`analyze ${table(of)}${column === undefined ? empty : sql` (${name(column)})`}`,

  addColumn: ({ table: of, column, value, ifMissing }) =>
    alter(of, sql`add column ${optional(ifMissing, sql`if not exists `)}${typed(column)}${value ? sql` default ${value}` : empty}`),
  addFilledColumn,
  dropColumn: ({ table: of, column }) => alter(of, sql`drop column ${name(column)}`),
  renameColumn: ({ table: of, from, to }) => alter(of, sql`rename column ${name(from)} to ${name(to)}`),
  convertColumn: ({ table: of, column, using }) =>
    alter(of, sql`alter column ${name(column.name)} type ${typeName(column.sqlType)} using ${using}`),
  setNotNull: ({ table: of, column }) => alter(of, sql`alter column ${name(column)} set not null`),
  setDefaults: ({ table: of, defaults }) => alter(of, join(defaults.map(({ column, value }) => setDefault(column, value)))),
  dropDefault: ({ table: of, column }) => alter(of, sql`alter column ${name(column)} drop default`),

  addForeignKey({ table: of, key, unchecked }) {
    const target = sql`${table(key.target)} (${name("id")}) on delete ${ON_DELETE[key.onDelete]}`;
    const added = sql`add constraint ${name(key.name)} foreign key (${name(key.column)}) references ${target}`;
    return alter(of, sql`${added}${optional(unchecked, sql` not valid`)}`);
  },
  addNotNullCheck: ({ table: of, name: own, column }) =>
    alter(of, sql`add constraint ${name(own)} check (${name(column)} is not null) not valid`),
  validateConstraint: ({ table: of, name: own }) => alter(of, sql`validate constraint ${name(own)}`),
  dropConstraint: ({ table: of, name: own, ifExists }) =>
    alter(of, sql`drop constraint ${optional(ifExists, sql`if exists `)}${name(own)}`),
  renameConstraint: ({ table: of, from, to }) => alter(of, sql`rename constraint ${name(from)} to ${name(to)}`),

  createIndex,
  createReferenceIndex({ table: of, name: own, keys, isUnique, where, concurrently }) {
    const index = sql`${optional(isUnique, sql`unique `)}index ${optional(concurrently, sql`concurrently `)}${name(own)}`;
    return sql`create ${index} on ${table(of)} (${join(keys)})${where ? sql` where ${where}` : empty}`;
  },
  dropIndex: ({ table: of, name: own, concurrently }) =>
    sql`drop index ${optional(concurrently, sql`concurrently if exists `)}${inSchemaOf(of, own)}`,
  renameIndex: ({ table: of, from, to }) => sql`alter index ${inSchemaOf(of, from)} rename to ${name(to)}`,
  omitStatistics: ({ table: of, index, hasTags }) =>
    sql`alter index ${inSchemaOf(of, index)} alter column 1 set statistics 0${optional(hasTags, sql`, alter column 2 set statistics 0`)}`,

  createTrigger,
  dropTrigger: ({ table: of, name: own, ifExists }) => sql`drop trigger ${optional(ifExists, sql`if exists `)}${name(own)} on ${table(of)}`,
  dropTriggerFunction: ({ name: own }) => sql`drop function if exists cms.${name(own)}() cascade`,
  createFunction: ({ definition }) => definition,
  dropFunction: ({ function: own, parameters, ifExists }) =>
    sql`drop function ${optional(ifExists, sql`if exists `)}${table(own)}(${parameters ?? empty})`,

  changeRows: ({ statement }) => statement,
  truncate: ({ table: of }) => sql`truncate ${table(of)}`,
  keepRows,
  copyReferences: ({ shape, ofDrafts }) =>
    ofDrafts
      ? sql`select cms.take_draft_references(${shape}, null)`
      : sql`do ${sql`$$`} begin while cms.bring_references(${shape}) > 0 loop end loop; end ${sql`$$`}`,
});

/** The SQL of a step. */
export function render(step: Step): string {
  const rendered = sqlOf(step);
  return typeof rendered === "string" ? rendered : textOf(rendered);
}
