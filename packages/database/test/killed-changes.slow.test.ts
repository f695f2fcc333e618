/** A change of tables is cut off at each of its statements, and done again. */
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import pg from "pg";
import { startPostgres } from "../../../tests/support/postgres.ts";
import type { TestPostgres } from "../../../tests/support/postgres-server.ts";
import { createDatabase, PATIENT_LIMITS } from "../src/index.ts";
import { apply, catalogOf, fillTables, rankAuthors, NARROW, watching, WIDE, foundAuthors } from "./changing.ts";
import { failureOf } from "./support.ts";

jest.setTimeout(900_000);

const ROWS = 250;
let server: TestPostgres;
let owner: pg.Client;
beforeAll(async () => {
  server = await startPostgres({ own: true });
  const template = createDatabase({ url: await make("filled", "template0") });
  await fillTables(template, NARROW, ROWS);
  await rankAuthors(template);
  await template.close();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

/** A database like another one. @returns its address */
async function make(name: string, like: string): Promise<string> {
  owner ??= new pg.Client({ connectionString: server.url });
  if (like === "template0") await owner.connect();
  await owner.query(`create database ${name} template ${like}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

const FUNCTION = "create or replace function cms.";
/** What changes nothing, and the product's functions behind the first: cut off there, it is as it was a statement sooner. */
const isAlike = (text: string, before: string): boolean =>
  /^\s*(select|set|reset) /.test(text) || (text.startsWith(FUNCTION) && before.startsWith(FUNCTION));

/** Applies the change, ends its connection before the statement of that number, and applies it again. @returns null where there were fewer */
async function killedAt(number: number) {
  const url = await make(`killed_${number}`, "filled");
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
  await failureOf(apply(victim, WIDE));
  await victim.close();
  const database = createDatabase({ url, ...PATIENT_LIMITS });
  await apply(database, WIDE);
  const result = { catalog: await catalogOf(database), found: await foundAuthors(database) };
  await database.close();
  await owner.query(`drop database killed_${number} with (force)`);
  return killedBefore === null ? null : { killedBefore, ...result };
}

test("cut off at any statement and done again, a change ends as if nothing had been", async () => {
  const whole = createDatabase({ url: await make("whole", "filled") });
  await apply(whole, WIDE);
  const expected = { catalog: await catalogOf(whole), found: await foundAuthors(whole) };
  await whole.close();

  const seen: string[] = [];
  for (let number = 1; ; number++) {
    const result = await killedAt(number);
    if (!result) break;
    const { killedBefore, ...after } = result;
    seen.push(killedBefore);
    expect({ killedBefore, ...after }).toEqual({ killedBefore, ...expected });
  }

  for (const kind of ["create index concurrently", "alter table", "lock table", "commit"])
    expect(seen.some((text) => text.startsWith(kind))).toBe(true);
});
