import type { TableChange } from "@colophon/engine";

type Words = (...parts: string[]) => string;

/** What each kind of statement that the engine makes does, in plain words; its names come from the statement. */
const KINDS: readonly (readonly [RegExp, Words])[] = [
  [/^(?:drop|alter table \S+ drop) .*"ahead\./, () => "takes away what was built for another configuration"],
  [/^alter (?:table|index) .*"ahead\./, () => "puts in its place what was built beside the running site"],
  [/^drop .*"(?:cms"\.")?search\./, () => "takes away the copies of searched texts, which searches need no more"],
  [/^create table "\w+"\.("[^"]+")/, (table) => `makes the table ${table}`],
  [/^drop table "\w+"\.("[^"]+")/, (table) => `drops the table ${table}`],
  [/^alter table \S+ rename to "\w[\w-]*__\.stored"/, () => "keeps the old names readable beside the new ones, until nobody uses them"],
  [/^alter table \S+ set \(/, () => "cleans up after changes to fewer rows"],
  [/^create view \S+?\.("[^"]+")/, (view) => `makes ${view} show the old names too`],
  [/^drop view \S+?\.("[^"]+")/, (view) => `makes ${view} show the new names only`],
  [/^(?:create|drop) trigger "both\./, () => "follows the new name in drafts and histories, beside the old one"],
  [/^alter table \S+?\."?([^" ]+)"? rename to ("[^"]+")/, (from, to) => `renames the table "${from}" to ${to}`],
  [/^alter table \S+ rename column ("[^"]+") to ("[^"]+")/, (from, to) => `renames the column ${from} to ${to}`],
  [/^alter table \S+ add column ("[^"]+") (.+)$/, (column, type) => `adds the column ${column} (${type})`],
  [/^alter table \S+ drop column ("[^"]+")/, (column) => `drops the column ${column}`],
  [/^alter table \S+ alter column ("[^"]+") type (\S+)/, (column, type) => `stores the column ${column} as ${type} from now on`],
  [/^alter table \S+ alter column ("[^"]+") set not null/, (column) => `lets the column ${column} be empty no more`],
  [
    /^alter table \S+ add constraint \S+ foreign key \(("[^"]+")\) references ("[^"]+"\."[^"]+")/,
    (column, to) => `ties the column ${column} to ${to}`,
  ],
  [/^alter table \S+ drop constraint/, () => "drops a tie to another table"],
  [/^create unique index \S+ on \S+ \(\(true\)\)/, () => "lets the table hold one row only"],
  [/^create unique index \S+ on \S+ \((.+)\)$/, (columns) => `lets each value of ${columns} stand once`],
  [/^create index .+ using gin \(cms\.search_/, () => "makes an index for searching"],
  [/^create index \S+ on \S+(?: using gin)? \(([^)]+)\)/, (columns) => `makes an index on ${columns}`],
  [/^drop index/, () => "drops an index"],
  [/^(?:create|drop) trigger/, () => "counts the writes to the table"],
  [/^insert into \S+ \(source_id/, () => "moves the references to a table of their own"],
  [/^(?:delete from|insert into) cms\.draft_claims/, () => "keeps the unique values of pending drafts for them"],
  [/^update cms\.versions set data = jsonb_set/, () => "follows in drafts and histories"],
  [/^update cms\./, () => "follows the new name in histories and plans"],
  [/^update \S+ (?:\S+ )?set ("[^"]+")/, (column) => `fills the column ${column} in the rows that are there`],
  [/^delete from cms\./, () => "forgets what was remembered under the old name"],
  [/^delete from/, () => "removes the rows that no longer fit"],
];

/** What a change does, in plain words; its own SQL where it is of no known kind. */
export function wordsFor({ sql }: TableChange): string {
  for (const [pattern, words] of KINDS) {
    const found = pattern.exec(sql);
    if (found) return words(...found.slice(1));
  }
  return sql;
}

/** The product's own functions, which are made anew at each change of the configuration and hold no data. */
export function isRoutine({ place }: TableChange): boolean {
  return place === "cms";
}
