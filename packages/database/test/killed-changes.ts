/** A change of tables is interrupted at each of its statements, and repeated. */
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import pg from "pg";
import { startPostgres } from "../../../tests/support/postgres.ts";
import type { TestPostgres } from "../../../tests/support/postgres-server.ts";
import { createDatabase, PATIENT_LIMITS } from "../src/index.ts";
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
  await owner.query(`create database ${name} template ${like}`);
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
  const database = createDatabase({ url, ...PATIENT_LIMITS });
  await apply(database, to, { allowDataLoss: true });
  await finish(database);
  const result = { catalog: await catalogOf(database), stored: await stored(database) };
  await database.close();
  return result;
}

/** Ends the change's connection before the statement of that number, and applies it again. @returns null if there are fewer */
async function killedAt(number: number, change: HardChange) {
  const url = await make("killed", "filled");
  let count = 0;
  let before = "";
  let killedBefore: string | null = null;
  const victim = watching(url, async ({ text, pid }) => {
    const isOneOfMany = isAlike(text, before);
    before = text;
    if (isOneOfMany || ++count !== number) return;
    killedBefore = text;
    await owner.query("select pg_terminate_backend($1, 5000)", [pid]);
  });
  await failureOf(apply(victim, change.to, { allowDataLoss: true }));
  await victim.close();
  const result = killedBefore === null ? null : { killedBefore, ...(await changed(url, change)) };
  await owner.query("drop database killed with (force)");
  return result;
}

/** Each change that these tests make, ended before each of its statements. */
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

  test.each(Object.entries(HARD_CHANGES).filter(([name]) => isMadeIn(tests, name)))(
    "interrupted at any statement and repeated, %s have the same result",
    async (name, change) => {
      await owner.query("drop database if exists filled with (force)");
      const filled = createDatabase({ url: await make("filled", "template0") });
      await change.fill(filled, ROWS);
      await filled.close();
      const expected = await changed(await make("whole", "filled"), change);
      await owner.query("drop database whole with (force)");

      const seen: string[] = [];
      for (let number = 1; ; number++) {
        const result = await killedAt(number, change);
        if (!result) break;
        const { killedBefore, ...after } = result;
        seen.push(killedBefore);
        expect({ killedBefore, ...after }).toEqual({ killedBefore, ...expected });
      }

      console.info(`${name}: ended before each of ${seen.length} statements`, JSON.stringify(expected.stored).slice(0, 200));
      for (const kind of ["create index", "alter table", "lock table", "commit"])
        expect(seen.some((text) => text.startsWith(kind))).toBe(true);
    },
  );
}
