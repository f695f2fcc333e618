/** Relations whose links move to another table or column, while others write them. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { createDatabase } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { apply, catalogOf, watching } from "./changing.ts";
import { HARD_CHANGES } from "./hard-changes.ts";
import type { HardChange } from "./hard-changes.ts";
import { failureOf } from "./support.ts";

const ROWS = 600; // more than one batch
let server: TestPostgres;
let database: Database;
beforeEach(async () => {
  server = await startPostgres({ migrated: true });
  database = createDatabase({ url: server.url, ...TEST_LIMITS });
});
afterEach(async () => {
  await database.close();
  await server.stop();
});

const query = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows;
const idOf = async (table: string, name: string) => {
  const [found] = await query<{ id: string }>(`select id from content.${table} where name = $1`, [name]);
  return found?.id ?? "";
};
const named = (name: string): HardChange => {
  const change = HARD_CHANGES[name];
  if (!change) throw new Error(name);
  return change;
};

interface Switched {
  /** Writes after the batches and before the final step. */
  readonly write: () => Promise<unknown>;
}

/** Applies the change. @returns the statements of the final step */
async function switchTo({ to }: HardChange, { write }: Switched): Promise<readonly string[]> {
  const statements: string[] = [];
  const watched = watching(server.url, async ({ text }) => {
    if (statements.length === 0 && !text.startsWith("lock table")) return;
    if (statements.length === 0) await write();
    statements.push(text);
  });
  await apply(watched, to, { allowDataLoss: true });
  await watched.close();
  return statements;
}

const CHANGES_ROWS =
  /^(insert into "?content|update "content"|delete from "content"|truncate|create (unique )?index|.* add (column|constraint))/;

/** The names of the linked records, in their order. */
const linked = (author: string, table: string) =>
  query(
    `select f.name from content.author__friend l join content.${table} f on f.id = l.target_id where l.source_id = $1 order by l.position`,
    [author],
  ).then((rows) => rows.map(({ name }) => name));

test("links to another entity include writes before the final step, which changes no rows", async () => {
  const change = named("a relation to many that points to another entity");
  await change.fill(database, ROWS);
  const [first, second, third] = [await idOf("author", "Name 1"), await idOf("author", "Name 2"), await idOf("author", "Name 3")];
  const [kept, lost] = [await idOf("publisher", "Name 8"), await idOf("publisher", "Name 9")];

  const statements = await switchTo(change, {
    async write() {
      await query("delete from content.author__friend where source_id = any($1)", [[first, second]]);
      await query("insert into content.author__friend (source_id, target_id, position) values ($1, $2, 0), ($1, $3, 1)", [
        first,
        lost,
        kept,
      ]);
      await query("update content.author__friend set position = position + 5 where source_id = $1", [first]);
      await query("delete from content.author where id = $1", [third]);
    },
  });

  expect(statements.filter((text) => CHANGES_ROWS.test(text))).toEqual([]);
  expect([await linked(first, "agency"), await linked(second, "agency"), await linked(third, "agency")]).toEqual([["Name 8"], [], []]);
  expect(await query("select position from content.author__friend where source_id = $1", [first])).toEqual([{ position: 6 }]);
  expect(await query("select from content.author__friend l left join content.agency g on g.id = l.target_id where g.id is null")).toEqual(
    [],
  );
});

test("a relation to one that becomes a relation to many includes writes before the final step, which changes no rows", async () => {
  const change = named("one relation that becomes many");
  await change.fill(database, ROWS);
  const [first, second, third] = [await idOf("author", "Name 1"), await idOf("author", "Name 2"), await idOf("publisher", "Name 77")];

  const statements = await switchTo(change, {
    async write() {
      await query("update content.author set friend = $2 where id = $1", [first, third]);
      await query("update content.author set friend = null where id = $1", [second]);
      await query(
        "insert into content.author (id, created_at, updated_at, name, friend) values (gen_random_uuid(), now(), now(), 'New', $1)",
        [third],
      );
      await query("delete from content.publisher where name = 'Name 78'");
    },
  });

  expect(statements.filter((text) => CHANGES_ROWS.test(text))).toEqual([]);
  const added = await idOf("author", "New");
  expect([await linked(first, "publisher"), await linked(second, "publisher"), await linked(added, "publisher")]).toEqual([
    ["Name 77"],
    [],
    ["Name 77"],
  ]);
  expect(await query("select count(*)::int as n from content.author__friend")).toEqual([{ n: ROWS - 1 }]);
});

test("a relation to many that becomes a relation to one includes writes before the final step, which changes no rows", async () => {
  const change = named("many that become one, of another name");
  await change.fill(database, ROWS);
  const [one, two] = [await idOf("author", "Name 1"), await idOf("author", "Name 2")];
  const [first, second] = [await idOf("publisher", "Name 100"), await idOf("publisher", "Name 101")];

  const statements = await switchTo(change, {
    async write() {
      await query("delete from content.author__friend where source_id = any($1)", [[one, two]]);
      await query("insert into content.author__friend (source_id, target_id, position) values ($1, $2, 1), ($1, $3, 0)", [
        one,
        first,
        second,
      ]);
      await query("delete from content.publisher where name = 'Name 6'");
    },
  });

  expect(statements.filter((text) => CHANGES_ROWS.test(text))).toEqual([]);
  const palOf = async (author: string) =>
    (await query("select p.name from content.author a left join content.publisher p on p.id = a.pal where a.id = $1", [author]))[0];
  expect([await palOf(one), await palOf(two)]).toEqual([{ name: "Name 101" }, { name: null }]);
  expect(await palOf(await idOf("author", "Name 5"))).toEqual({ name: "Name 7" }); // its first friend was deleted
});

test.each(["a relation to many that points to another entity", "one relation that becomes many", "many that become one, of another name"])(
  "what was prepared for %s that was never made is removed by a start with the unchanged configuration",
  async (name) => {
    const change = named(name);
    await change.fill(database, ROWS);
    const before = { catalog: await catalogOf(database), functions: await query(FUNCTIONS) };
    const watched = watching(server.url, ({ text }) =>
      text.startsWith("lock table") ? Promise.reject(new Error("cut off")) : Promise.resolve(),
    );

    expect(await failureOf(apply(watched, change.to, { allowDataLoss: true }))).toMatchObject({ message: "cut off" });
    await watched.close();

    expect({ catalog: await catalogOf(database), functions: await query(FUNCTIONS) }).not.toEqual(before);
    expect(await apply(database, change.from)).toMatchObject({ state: "unchanged" });
    expect({ catalog: await catalogOf(database), functions: await query(FUNCTIONS) }).toEqual(before);
  },
);

const FUNCTIONS = "select proname from pg_proc where pronamespace = 'cms'::regnamespace order by 1";
