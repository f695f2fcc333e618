import type { TableChange } from "@colophon/engine";

type Words = (...parts: string[]) => string;

/** A description of each kind of statement of the engine, in plain words; the names are taken from the statement. */
const KINDS: readonly (readonly [RegExp, Words])[] = [
  [/^(?:drop|alter table \S+ drop) .*"ahead\./, () => "drops objects that were built for another configuration"],
  [/^alter (?:table|index) .*"ahead\./, () => "puts the objects that were built in advance into place"],
  [/^drop .*"(?:cms"\.")?search\./, () => "drops copies of searchable texts that are no longer needed"],
  [/^create table "\w+"\.("[^"]+")/, (table) => `creates the table ${table}`],
  [/^drop table "\w+"\.("[^"]+")/, (table) => `drops the table ${table}`],
  [/^alter table \S+ rename to "\w[\w-]*__\.stored"/, () => "keeps the old names readable until no process uses them"],
  [/^alter table \S+ set \(/, () => "sets when vacuum runs on the table"],
  [/^create view \S+?\.("[^"]+")/, (view) => `makes ${view} show the old names, too`],
  [/^drop view \S+?\.("[^"]+")/, (view) => `makes ${view} show only the new names`],
  [/^(?:create|drop) trigger "both\./, () => "keeps the old and the new name in drafts and histories"],
  [/^alter table \S+?\."?([^" ]+)"? rename to ("[^"]+")/, (from, to) => `renames the table "${from}" to ${to}`],
  [/^alter table \S+ rename column ("[^"]+") to ("[^"]+")/, (from, to) => `renames the column ${from} to ${to}`],
  [/^alter table \S+ add column ("[^"]+") (.+?)(?:; alter table .+)?$/, (column, type) => `adds the column ${column} (${type})`],
  [/^alter table \S+ drop column ("[^"]+")/, (column) => `drops the column ${column}`],
  [/^alter table \S+ alter column ("[^"]+") type (\S+)/, (column, type) => `changes the type of the column ${column} to ${type}`],
  [/^alter table \S+ alter column ("[^"]+") set not null/, (column) => `makes the column ${column} required`],
  [/^alter table \S+ alter column "locale" set default/, () => "keeps the columns of translations until no process uses them"],
  [/^alter table \S+ alter column ("[^"]+") drop default/, (column) => `removes the default of the column ${column}`],
  [
    /^alter table \S+ add constraint \S+ foreign key \(("[^"]+")\) references ("[^"]+"\."[^"]+")/,
    (column, to) => `adds a foreign key from the column ${column} to ${to}`,
  ],
  [/^alter table \S+ drop constraint/, () => "drops a constraint"],
  [/^create unique index \S+ on \S+ \(\(true\)\)/, () => "limits the table to one row"],
  [/^create unique index \S+ on \S+ \((.+)\)$/, (columns) => `makes the values of ${columns} unique`],
  [/^create index .+ using gin \(cms\.search_/, () => "creates an index for searches"],
  [/^create index \S+ on \S+(?: using gin)? \(([^)]+)\)/, (columns) => `creates an index on ${columns}`],
  [/^alter index \S+ alter column/, () => "keeps no statistics about an index for searches"],
  [/^drop index/, () => "drops an index"],
  [/^(?:create(?: or replace)?|drop) trigger (?:"refers\.|lost)/, () => "follows references inside objects, arrays and blocks"],
  [/^(?:create or replace|drop) trigger (?:if exists )?"shape\./, () => "refuses values of the old form from other processes"],
  [/^(?:create|drop) trigger "Group\./, () => "moves references to a record that is deleted to another one of its translations"],
  [/^(?:create trigger|drop trigger|drop function if exists) \S*"audit\./, () => "changes what is written to the audit log"],
  [/^(?:create|drop) trigger/, () => "counts the writes to the table"],
  [/^insert into \S+ \(source_id/, () => "moves the references to a separate table"],
  [/^(?:delete from|insert into|update) cms\.draft_claims/, () => "reserves the unique values of pending drafts"],
  [/^update (?:cms\.versions|"cms"\."versions" t) set data = jsonb_set/, () => "applies the change to drafts and histories"],
  [/^update cms\./, () => "applies the new name to histories and schedules"],
  [/^update \S+ (?:\S+ )?set ("[^"]+")/, (column) => `fills the column ${column} in existing rows`],
  [/^delete from cms\./, () => "deletes data that is stored under the old name"],
  [/^delete from|^do [^]+\ntruncate /, () => "removes the rows that no longer fit"],
];

/** An index for searches; its place is a field only if the field is no longer searched. */
const OF_SEARCH = /^drop index \S+?"(?:key|list)\./;

/** A change in plain words; its SQL if its kind is unknown. */
export function wordsFor({ sql, place }: TableChange): string {
  if (OF_SEARCH.test(sql) && place.includes(".")) return "takes the field out of search: /api/search and q= no longer find its values";
  for (const [pattern, words] of KINDS) {
    const found = pattern.exec(sql);
    if (found) return words(...found.slice(1));
  }
  return sql;
}

/** Colophon's own functions, which are replaced at each change of the configuration and contain no data. */
export function isRoutine({ place }: TableChange): boolean {
  return place === "cms";
}
