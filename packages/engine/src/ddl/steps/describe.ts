/** The steps in plain words, for a person who reads a plan. */
import { isTemporary } from "./online-steps.ts";
import { textOf } from "../../sql/sql.ts";
import { byKind } from "./step.ts";
import type { ByKind, RowsEffect, Step, StepOf, Purpose } from "./step.ts";

const ABANDONED = "drops objects that were built for another configuration";
const IN_PLACE = "puts the objects that were built in advance into place";

const PURPOSES: Readonly<Record<Purpose, string>> = {
  counting: "counts the writes to the table",
  events: "changes which events are written for webhooks and event streams",
  audit: "changes what is written to the audit log",
  references: "follows references inside objects, arrays and blocks",
  groups: "moves references to a record that is deleted to another one of its translations",
  shapes: "refuses values of the old form from other processes",
  names: "keeps the old and the new name in drafts and histories",
  advance: ABANDONED,
  words: "drops copies of searchable texts that are no longer needed",
};

const ROWS: Readonly<Record<RowsEffect, string>> = {
  links: "moves the references to a separate table",
  firstLink: "keeps the first of the references of each record",
  claims: "reserves the unique values of pending drafts",
  drafts: "applies the change to drafts and histories",
  names: "applies the new name to drafts, histories and schedules",
  oldNames: "deletes data that is stored under the old name",
  abandonedCopies: "deletes copies that were made for another configuration",
  trash: "removes the records in the trash",
  freed: "frees the values of records in the trash",
  group: "makes all records translations of each other",
  unfit: "removes the rows that no longer fit",
};

const quoted = (own: string): string => `"${own}"`;
const dropped = (own: string, words: string): string => (isTemporary(own) ? ABANDONED : words);
const renamed = (from: string, words: string): string => (isTemporary(from) ? IN_PLACE : words);

function indexWords({ index: { kind, columns } }: StepOf<"createIndex">): string {
  const named = columns.map(quoted).join(", ");
  if (kind === "trigram" || kind === "grams") return "creates an index for searches";
  if (kind === "single" && columns.length === 0) return "limits the table to one row";
  return kind === "unique" || kind === "single" ? `makes the values of ${named} unique` : `creates an index on ${named}`;
}

const WORDS: ByKind<string> = {
  createTable: ({ table }) => `creates the table ${quoted(table.name)}`,
  dropTable: ({ table: { name }, purpose }) => dropped(name, purpose ? PURPOSES[purpose] : `drops the table ${quoted(name)}`),
  renameTable: ({ table, to, isBaseTable }) =>
    isBaseTable
      ? "keeps the old names readable until no process uses them"
      : renamed(table.name, `renames the table ${quoted(table.name)} to ${quoted(to)}`),
  setStorage: () => "sets when vacuum runs on the table",
  createView: ({ table }) => `makes ${quoted(table.name)} show the old names, too`,
  dropView: ({ table }) => `makes ${quoted(table.name)} show only the new names`,
  replaceView: ({ table }) => `makes ${quoted(table.name)} show only the new names`,
  analyze: () => "updates the statistics of the table",

  addColumn({ column: { name, sqlType }, value }) {
    const type = value ? `${sqlType} default ${textOf(value)}` : sqlType;
    return `adds the column ${quoted(name)} (${type})`;
  },
  addFilledColumn: ({ column: { name, sqlType }, replaces }) =>
    replaces === undefined
      ? `adds the column ${quoted(name)} (${sqlType})`
      : `converts the values of the column ${quoted(replaces)} to ${sqlType}`,
  dropColumn: ({ column }) => dropped(column, `drops the column ${quoted(column)}`),
  renameColumn: ({ from, to }) => renamed(from, `renames the column ${quoted(from)} to ${quoted(to)}`),
  convertColumn: ({ column: { name, sqlType } }) => `changes the type of the column ${quoted(name)} to ${sqlType}`,
  setNotNull: ({ column }) => `makes the column ${quoted(column)} required`,
  setDefaults: () => "keeps the columns of translations until no process uses them",
  dropDefault: ({ column }) => `removes the default of the column ${quoted(column)}`,

  addForeignKey: ({ key: { column, target } }) =>
    `adds a foreign key from the column ${quoted(column)} to ${quoted(target.schema)}.${quoted(target.name)}`,
  addNotNullCheck: ({ column }) => `checks that the column ${quoted(column)} has a value in all rows`,
  validateConstraint: () => "checks a constraint in all rows",
  dropConstraint: ({ name }) => dropped(name, "drops a constraint"),
  renameConstraint: ({ from }) => renamed(from, "renames a constraint"),

  createIndex: indexWords,
  createReferenceIndex: () => PURPOSES.references,
  dropIndex: ({ name, endsSearch }) =>
    endsSearch ? "takes the field out of search: /api/search and q= no longer find its values" : dropped(name, "drops an index"),
  renameIndex: ({ from }) => renamed(from, "renames an index"),
  omitStatistics: () => "keeps no statistics about an index for searches",

  createTrigger: ({ purpose }) => PURPOSES[purpose],
  dropTrigger: ({ purpose }) => PURPOSES[purpose],
  dropTriggerFunction: ({ purpose }) => PURPOSES[purpose],
  createFunction: ({ purpose }) => (purpose ? PURPOSES[purpose] : "replaces a function"),
  dropFunction: ({ purpose }) => PURPOSES[purpose],

  changeRows: ({ effect }) => ROWS[effect],
  truncate: () => ROWS.unfit,
  keepRows: () => ROWS.unfit,
  copyReferences: () => PURPOSES.references,
};

const wordsOf = byKind(WORDS);

/** A step in one sentence without its subject. */
export function describeStep(step: Step): string {
  return wordsOf(step);
}
