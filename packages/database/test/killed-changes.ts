/** A change of tables is interrupted at each of its statements, and repeated. */
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import pg from "pg";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { createDatabase } from "../src/index.ts";
import { apply, catalogOf, watching } from "./changing.ts";
import { finish } from "./configurations.ts";
import { HARD_CHANGES, isMadeIn } from "./hard-changes.ts";
import type { HardChange } from "./hard-changes.ts";
import { failureOf } from "./support.ts";

const ROWS = 250;
let server: TestPostgres;
let owner: pg.Client;
/** A copy of a database. @returns its URL */
async function make(name: string, like: string): Promise<string> {
  await owner.query(`create database ${name} template ${like} strategy file_copy`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

const FUNCTION = "create or replace function cms.";
/**
 * Statements that change nothing, and the product's functions after the first: an interruption there has the same state as one statement
 * earlier.
 */
const isAlike = (text: string, before: string): boolean =>
  /^\s*(select|set|reset) /.test(text) || (text.startsWith(FUNCTION) && before.startsWith(FUNCTION));

/** Applies the change with its deferred steps. @returns the database's content then */
async function changed(url: string, { to, stored }: HardChange) {
  const database = createDatabase({ url, ...TEST_LIMITS });
  await apply(database, to, { allowDataLoss: true });
  await finish(database);
  const result = { catalog: await catalogOf(database), stored: await stored(database) };
  await database.close();
  return result;
}

/** Applies the change, and calls `onStatement` before each statement where an interruption leaves a state of its own. */
async function applyWatched(url: string, { to }: HardChange, onStatement: (text: string, pid: number) => Promise<unknown>): Promise<void> {
  let before = "";
  const watched = watching(url, async ({ text, pid }) => {
    const isOneOfMany = isAlike(text, before);
    before = text;
    if (!isOneOfMany) await onStatement(text, pid);
  });
  await failureOf(apply(watched, to, { allowDataLoss: true }));
  await watched.close();
}

/** The statements of the change. */
async function statementsOf(change: HardChange): Promise<readonly string[]> {
  const texts: string[] = [];
  await applyWatched(await make("counted", "filled"), change, async (text) => texts.push(text));
  await owner.query("drop database counted with (force)");
  return texts;
}

/** Ends the change's connection before the statement of that number, from 0, and applies it again. */
async function killedAt(number: number, change: HardChange) {
  const url = await make("killed", "filled");
  let count = 0;
  let killedBefore: string | null = null;
  await applyWatched(url, change, async (text, pid) => {
    if (count++ !== number) return;
    killedBefore = text;
    await owner.query("select pg_terminate_backend($1, 5000)", [pid]);
  });
  const result = { killedBefore, ...(await changed(url, change)) };
  await owner.query("drop database killed with (force)");
  return result;
}

/** The kinds of statements of which each change has at least one. */
const KINDS = ["create index", "alter table", "lock table", "commit"];

/** The slow tests interrupt the first statement of each kind and every fifth one, beginning at another one for each change; the long tests all. */
function interrupted(statements: readonly string[], tests: "slow" | "long", change: number): readonly number[] {
  const firsts = new Set(KINDS.map((kind) => statements.findIndex((text) => text.startsWith(kind))));
  return [...statements.keys()].filter((number) => tests === "long" || number % 5 === change % 5 || firsts.has(number));
}

/** The changes that these tests make, interrupted before their statements. The long tests make all of them. */
export function testKilledChanges(tests: "slow" | "long"): void {
  jest.setTimeout(900_000);
  beforeAll(async () => {
    server = await startPostgres({ own: true });
    owner = new pg.Client({ connectionString: server.url });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await server.stop();
  });

  const changes = Object.entries(HARD_CHANGES).filter(([name]) => tests === "long" || isMadeIn(tests, name));
  test.each(changes.map(([name, change], at) => ({ name, change, at })))(
    "interrupted at any statement and repeated, $name have the same result",
    async ({ name, change, at }) => {
      await owner.query("drop database if exists filled with (force)");
      const filled = createDatabase({ url: await make("filled", "template0") });
      await change.fill(filled, ROWS);
      await filled.close();
      const expected = await changed(await make("whole", "filled"), change);
      await owner.query("drop database whole with (force)");
      const statements = await statementsOf(change);
      for (const kind of KINDS) expect(statements.some((text) => text.startsWith(kind))).toBe(true);

      const numbers = interrupted(statements, tests, at);
      for (const number of numbers) {
        expect(await killedAt(number, change)).toEqual({ killedBefore: statements[number], ...expected });
      }
      console.info(
        `${name}: ended before ${numbers.length} of ${statements.length} statements`,
        JSON.stringify(expected.stored).slice(0, 200),
      );
    },
  );
}
