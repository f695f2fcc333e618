import { expect, test } from "@jest/globals";
import type { Catalog, CatalogTable } from "../src/ddl/catalog.ts";
import type { IndexDesign } from "../src/ddl/contract.ts";
import { describeStep } from "../src/ddl/steps/describe.ts";
import { locksOf } from "../src/ddl/steps/locks.ts";
import { render } from "../src/ddl/steps/render.ts";
import type { Step, StepKind, StepOf } from "../src/ddl/steps/step.ts";
import { sql } from "../src/sql/sql.ts";
import type { Table } from "../src/types.ts";

const content = (name: string): Table => ({ schema: "content", name });
const [table, person] = [content("article"), content("person")];
const column = { name: "rank", sqlType: "bigint" };
const INDEX: IndexDesign = { name: "i", kind: "plain", columns: ["rank", "id"], included: ["published_at"], field: null };
const TRIGGER = { name: "t", when: sql`after insert`, calls: sql`cms.f()` };
const KEY = { name: "fk", column: "by", target: person, onDelete: "set null", field: "by" } as const;

type Samples = { readonly [Kind in StepKind]: readonly [Omit<StepOf<Kind>, "kind">, text: string, words: string, locks?: string] };

const EXCLUSIVE = "ACCESS EXCLUSIVE content.article";
const NO_WRITES = "SHARE ROW EXCLUSIVE content.article";

const SAMPLES: Samples = {
  createTable: [
    { table: content("x"), lines: [sql`id uuid`], references: [person] },
    'create table "content"."x" (id uuid)',
    'creates the table "x"',
    "SHARE ROW EXCLUSIVE content.person",
  ],
  dropTable: [{ table }, 'drop table "content"."article"', 'drops the table "article"', `${EXCLUSIVE}, ACCESS EXCLUSIVE content.person`],
  renameTable: [{ table, to: "x" }, 'alter table "content"."article" rename to "x"', 'renames the table "article" to "x"', EXCLUSIVE],
  setStorage: [{ table, options: ["a=1"] }, 'alter table "content"."article" set (a=1)', "sets when vacuum runs on the table"],
  createView: [
    { table, of: content("x"), columns: [{ name: "a", as: "b" }] },
    'create view "content"."article" as select *, "a" as "b" from "content"."x"',
    'makes "article" show the old names, too',
  ],
  dropView: [{ table }, 'drop view "content"."article"', 'makes "article" show only the new names'],
  replaceView: [
    { table: content("x"), base: table },
    'drop view "content"."x"; alter table "content"."article" rename to "x"',
    'makes "x" show only the new names',
    EXCLUSIVE,
  ],
  analyze: [{ table, column: "rank" }, 'analyze "content"."article" ("rank")', "updates the statistics of the table"],
  addColumn: [
    { table, column, value: sql`1` },
    'alter table "content"."article" add column "rank" bigint default 1',
    'adds the column "rank" (bigint default 1)',
    EXCLUSIVE,
  ],
  addFilledColumn: [
    { table, column, values: sql`2`, default: sql`1` },
    'alter table "content"."article" add column "rank" bigint; alter table "content"."article" alter column "rank" set default 1; update "content"."article" set "rank" = 2',
    'adds the column "rank" (bigint)',
    EXCLUSIVE,
  ],
  dropColumn: [{ table, column: "rank" }, 'alter table "content"."article" drop column "rank"', 'drops the column "rank"', EXCLUSIVE],
  renameColumn: [
    { table, from: "a", to: "b" },
    'alter table "content"."article" rename column "a" to "b"',
    'renames the column "a" to "b"',
    EXCLUSIVE,
  ],
  convertColumn: [
    { table, column, using: sql`1` },
    'alter table "content"."article" alter column "rank" type bigint using 1',
    'changes the type of the column "rank" to bigint',
    EXCLUSIVE,
  ],
  setNotNull: [
    { table, column: "rank" },
    'alter table "content"."article" alter column "rank" set not null',
    'makes the column "rank" required',
    EXCLUSIVE,
  ],
  setDefaults: [
    { table, defaults: [{ column: "rank", value: sql`1` }] },
    'alter table "content"."article" alter column "rank" set default 1',
    "keeps the columns of translations until no process uses them",
    EXCLUSIVE,
  ],
  dropDefault: [
    { table, column: "rank" },
    'alter table "content"."article" alter column "rank" drop default',
    'removes the default of the column "rank"',
    EXCLUSIVE,
  ],
  addForeignKey: [
    { table, key: KEY },
    'alter table "content"."article" add constraint "fk" foreign key ("by") references "content"."person" ("id") on delete set null',
    'adds a foreign key from the column "by" to "content"."person"',
    `${NO_WRITES}, SHARE ROW EXCLUSIVE content.person`,
  ],
  addNotNullCheck: [
    { table, name: "c", column: "rank" },
    'alter table "content"."article" add constraint "c" check ("rank" is not null) not valid',
    'checks that the column "rank" has a value in all rows',
    EXCLUSIVE,
  ],
  validateConstraint: [{ table, name: "c" }, 'alter table "content"."article" validate constraint "c"', "checks a constraint in all rows"],
  dropConstraint: [
    { table, name: "fk.by" },
    'alter table "content"."article" drop constraint "fk.by"',
    "drops a constraint",
    `${EXCLUSIVE}, ACCESS EXCLUSIVE content.person`,
  ],
  renameConstraint: [
    { table, from: "ahead.1", to: "fk" },
    'alter table "content"."article" rename constraint "ahead.1" to "fk"',
    "puts the objects that were built in advance into place",
    EXCLUSIVE,
  ],
  createIndex: [
    { table, index: INDEX },
    'create index "i" on "content"."article" ("rank", "id") include ("published_at")',
    'creates an index on "rank", "id"',
    "SHARE content.article",
  ],
  createReferenceIndex: [
    { table, name: "r", keys: [sql`path`], where: sql`true`, concurrently: true },
    'create index concurrently "r" on "content"."article" (path) where true',
    "follows references inside objects, arrays and blocks",
  ],
  dropIndex: [{ table: content("renamed"), name: "old" }, 'drop index "content"."old"', "drops an index", EXCLUSIVE],
  renameIndex: [
    { table, from: "ahead.1", to: "i" },
    'alter index "content"."ahead.1" rename to "i"',
    "puts the objects that were built in advance into place",
  ],
  omitStatistics: [
    { table, index: "i", hasTags: true },
    'alter index "content"."i" alter column 1 set statistics 0, alter column 2 set statistics 0',
    "keeps no statistics about an index for searches",
  ],
  createTrigger: [
    { table, trigger: TRIGGER, purpose: "counting" },
    'create trigger "t" after insert on "content"."article" for each row execute function cms.f()',
    "counts the writes to the table",
    NO_WRITES,
  ],
  dropTrigger: [
    { table, name: "t", purpose: "audit" },
    'drop trigger "t" on "content"."article"',
    "changes what is written to the audit log",
    EXCLUSIVE,
  ],
  dropTriggerFunction: [
    { table: content("renamed"), name: "own", purpose: "events" },
    'drop function if exists cms."own"() cascade',
    "changes which events are written for webhooks and event streams",
    EXCLUSIVE,
  ],
  createFunction: [{ definition: "create or replace function f()" }, "create or replace function f()", "replaces a function"],
  dropFunction: [
    { function: { schema: "cms", name: "f" }, parameters: sql`uuid`, purpose: "references", ifExists: true },
    'drop function if exists "cms"."f"(uuid)',
    "follows references inside objects, arrays and blocks",
  ],
  changeRows: [{ table, statement: sql`delete from x`, effect: "unfit" }, "delete from x", "removes the rows that no longer fit"],
  truncate: [{ table }, 'truncate "content"."article"', "removes the rows that no longer fit", EXCLUSIVE],
  keepRows: [
    { table, ids: sql`select id`, own: null },
    'delete from "content"."article" where id not in (select id)',
    "removes the rows that no longer fit",
  ],
  copyReferences: [
    { table, shape: sql`'{}'` },
    "do $$ begin while cms.bring_references('{}') > 0 loop end loop; end $$",
    "follows references inside objects, arrays and blocks",
  ],
};

const FOUND: CatalogTable = {
  columns: new Map(),
  indexes: new Set(["old"]),
  foreignKeys: new Map([["fk.by", { column: "by", target: "content.person" }]]),
  triggers: new Set(["own"]),
  rows: 2,
};
const CATALOG: Catalog = {
  trigram: true,
  tables: new Map([
    ["content.article", FOUND],
    ["content.person", { ...FOUND, indexes: new Set(), foreignKeys: new Map(), triggers: new Set() }],
  ]),
};

test.each(Object.entries(SAMPLES))("the exact SQL, words and locks of %s", (kind, [sample, text, words, locks = ""]) => {
  const step = { ...sample, kind } as Step;

  const taken = locksOf(step, CATALOG).map(({ table: of, mode }) => `${mode} ${of}`);

  expect([render(step), describeStep(step), taken.join(", ")]).toEqual([text, words, locks]);
});

test("what was built for another configuration is dropped in these words, whatever it is", () => {
  const name = "ahead.0123456789";
  const drops: readonly Step[] = [
    { kind: "dropTable", table: content(name) },
    { kind: "dropColumn", table, column: name },
    { kind: "dropConstraint", table, name },
    { kind: "dropIndex", table, name },
    { kind: "dropTrigger", table, name, purpose: "advance" },
  ];

  expect(new Set(drops.map(describeStep))).toEqual(new Set(["drops objects that were built for another configuration"]));
});

test("a step that is built beside the running site blocks neither reads nor writes", () => {
  const steps: readonly Step[] = [
    { kind: "createIndex", table, index: INDEX, concurrently: true },
    { kind: "dropIndex", table, name: "old", concurrently: true },
    { kind: "validateConstraint", table, name: "fk" },
  ];

  expect(steps.flatMap((step) => locksOf(step, CATALOG))).toEqual([]);
});
