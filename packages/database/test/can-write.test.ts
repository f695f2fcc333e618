import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createDatabase } from "../src/index.ts";
import { openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";

let opened: Opened;
/** The answers are expected, and not that they come in half a second. */
const PATIENT = { ...TEST_LIMITS, healthMs: TEST_LIMITS.statementMs };
beforeAll(async () => void (opened = await openDatabase(PATIENT)));
afterAll(() => opened?.close());

const owner = (text: string) => opened.database.pool.query(text);
const write = { text: "insert into cms.outbox (id, queue, name, payload) values (gen_random_uuid(), 'x', 'x', '{}')" };

test("a read-only PostgreSQL accepts no writes, until it is writable again", async () => {
  const name = (await owner("select quote_ident(current_database()) as name")).rows[0].name;
  const database = async () => createDatabase({ url: opened.server.url, ...PATIENT });
  const answers: boolean[] = [];

  for (const mode of ["off", "on", "off"]) {
    await owner(`alter database ${name} set default_transaction_read_only = ${mode}`);
    const fresh = await database();
    answers.push(await fresh.canWrite());
    await fresh.close();
    await owner("set transaction_read_only = off").catch(() => undefined);
  }

  expect(answers).toEqual([true, false, true]);
});

test("after a write that found no room, the database accepts none until one succeeds", async () => {
  const database = createDatabase({ url: opened.server.url, ...PATIENT });
  await owner(`create function public.full_disk() returns trigger language plpgsql as $$ begin
    raise exception using errcode = 'disk_full', message = 'could not extend file'; end $$`);

  const before = await database.canWrite();
  await owner("create trigger full_disk before insert on cms.outbox for each row execute function public.full_disk()");
  await expect(database.run(write)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  const full = [await database.canWrite(), await database.canWrite(), await database.health()];
  await owner("drop trigger full_disk on cms.outbox");
  const after = await database.canWrite();
  await database.close();

  expect([before, full, after]).toEqual([true, [false, false, true], true]);
  expect((await owner("select from cms.outbox")).rowCount).toBe(0); // the test write was taken back
});

test("the difference of two clocks of one machine is none", async () => {
  const askedAt = performance.now();
  const seconds = await opened.database.clockDifferenceSeconds();

  expect(Math.abs(seconds)).toBeLessThanOrEqual((performance.now() - askedAt) / 1_000); // PostgreSQL's answer is from that time
});
