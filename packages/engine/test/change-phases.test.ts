import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { EntityDefinition, FieldDefinition } from "@colophon/config";
import { tableChanges } from "../src/table-changes.ts";
import type { TableChange } from "../src/ddl/steps/change.ts";
import { inOrder, PHASES } from "../src/ddl/steps/phases.ts";
import { compileSchema } from "../src/schema.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const schemaOf = (...entities: EntityDefinition[]) => compileSchema(configOf({ entities }));
const relation = (name: string, to: string, more: object = {}) => ({ name, type: "relation", to, ...more }) as FieldDefinition;
const TITLE: FieldDefinition = { name: "title", type: "text" };
const AUTHOR: EntityDefinition = { name: "author", fields: [TITLE] };

const BEFORE = schemaOf(
  AUTHOR,
  { name: "gone", fields: [TITLE] },
  { name: "site", fields: [TITLE] },
  {
    name: "article",
    fields: [TITLE, { name: "code", type: "text", index: true }, relation("by", "author"), { name: "old", type: "text" }],
  },
);
const AFTER = schemaOf(
  AUTHOR,
  { name: "reader", fields: [TITLE] },
  { name: "site", global: true, fields: [TITLE] },
  {
    name: "article",
    versions: false,
    fields: [
      { name: "heading", type: "text", unique: true, searchable: true, renamedFrom: "title" },
      { name: "code", type: "number", index: true },
      relation("by", "author", { many: true }),
      relation("reader", "reader"),
      { name: "parts", type: "object", fields: [relation("reader", "reader")] },
    ],
  },
);

let database: TestTables;
/** The changes from one to the other, of tables with rows, while older processes use these. */
let changes: readonly TableChange[];
beforeAll(async () => {
  database = await openTables();
  await database.apply(BEFORE);
  for (const entity of ["gone", "site", "site", "article", "article"]) await database.insert(entity);
  changes = tableChanges(AFTER, await database.catalog(), { hasOlderProcesses: true });
});
afterAll(() => database.close());

const isOf =
  (kind: TableChange["step"]["kind"], text: string) =>
  ({ step, sql }: TableChange): boolean =>
    step.kind === kind && sql.includes(text);

const FUNCTION = isOf("createFunction", "function cms.follow_record(");
const RENAMED = isOf("renameColumn", `"title" to "heading"`);
const NEW_TABLE = isOf("createTable", `create table "content"."reader"`);
const LINKS = isOf("createTable", `"content"."article__by"`);
const MOVED = isOf("changeRows", `insert into "content"."article__by"`);
const OLD_INDEX = isOf("dropIndex", "article.code");
const CONVERTED = isOf("addFilledColumn", `"article"`);
const KEPT = isOf("keepRows", `"content"."site"`);
const SINGLE = isOf("createIndex", "single.site");
const UNIQUE = isOf("createIndex", "distinct.article.heading");
const CLAIMS = isOf("changeRows", "insert into cms.draft_claims");
const KEY = isOf("addForeignKey", "fk.article.reader");
const REFERENCES = isOf("createTable", "article__refs");
const VIEW = isOf("createView", `"content"."article"`);

test.each([
  ["functions", "the triggers that call them", FUNCTION, isOf("createTrigger", "cms.follow_record(")],
  ["renamed columns", "the indexes over them", RENAMED, UNIQUE],
  ["indexes that are not wanted any more", "the conversion of their column", OLD_INDEX, CONVERTED],
  ["new tables", "the values that move to them", LINKS, MOVED],
  ["values that move", "the drop of the column that they leave", MOVED, isOf("dropColumn", `"by"`)],
  ["new tables", "the keys that point to them", NEW_TABLE, KEY],
  ["new tables", "the tables of nested references to them", NEW_TABLE, REFERENCES],
  ["the removal of rows that a rule does not allow", "the index that enforces it", KEPT, SINGLE],
  ["unique indexes", "the claims of drafts, which are compared by them", UNIQUE, CLAIMS],
  ["renames", "the views that show the old names", RENAMED, VIEW],
  ["all other changes of a table", "the view in its place", isOf("dropColumn", `"old"`), VIEW],
  ["all that refers to a table", "the drop of the table", KEY, isOf("dropTable", `"content"."gone"`)],
])("%s come before %s", (_earlier, _later, isEarlier, isLater) => {
  const [earlier, later] = [changes.findLastIndex(isEarlier), changes.findIndex(isLater)];

  expect([earlier >= 0, later >= 0, earlier < later]).toEqual([true, true, true]);
});

test("a plan has the order of its phases, however its changes were collected", () => {
  const phases = changes.map(({ phase }) => PHASES.indexOf(phase));

  const shuffled = [...Map.groupBy(changes, ({ phase }) => phase).values()].toReversed().flat();

  expect(phases).toEqual(phases.toSorted((a, b) => a - b));
  expect(new Set(phases).size).toBeGreaterThan(12);
  expect(inOrder(shuffled).map(({ sql }) => sql)).toEqual(changes.map(({ sql }) => sql));
});

test("the changes of all phases, in their order, lead to tables that need no further change", async () => {
  await database.apply(AFTER);

  expect(await database.plan(AFTER)).toEqual([]);
});
