import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createDatabase } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { openDatabase, type Opened } from "./support.ts";

let opened: Opened;
let other: Database;
beforeAll(async () => {
  opened = await openDatabase(TEST_LIMITS);
  other = createDatabase({ url: opened.server.url, ...TEST_LIMITS });
});
afterAll(async () => {
  await other.close();
  await opened.close();
});

const HOLDERS =
  "select pid from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())";

test("a held lock is given to nobody else, in this process or in another one, until it is released", async () => {
  const { database } = opened;
  const held = await database.holdLock("job", "one");

  expect(await Promise.all([database.holdLock("job", "one"), other.holdLock("job", "one")])).toEqual([null, null]);
  const second = await database.holdLock("job", "two");
  await held?.release();
  const taken = await other.holdLock("job", "one");

  expect(taken).not.toBeNull();
  expect(await database.holdLock("job", "one")).toBeNull();
  await Promise.all([second?.release(), taken?.release()]);
  expect(await database.run({ text: HOLDERS })).toEqual([]);
});

test("of several that ask for a lock simultaneously, one gets it", async () => {
  const answers = await Promise.all([opened.database, other, opened.database, other].map((database) => database.holdLock("job", "one")));

  expect(answers.filter((lock) => lock !== null)).toHaveLength(1);
  await answers.find((lock) => lock !== null)?.release();
});

test("if its connection ends, the holder is told, and others can have the lock", async () => {
  const { database } = opened;
  const locks = [await database.holdLock("job", "one"), await database.holdLock("job", "two")];

  await other.run({ text: `select pg_terminate_backend(pid) from (${HOLDERS}) as holders` });
  await eventually(() => locks.every((lock) => lock?.lost.aborted));
  const taken = await eventually(async () => (await other.holdLock("job", "one")) ?? undefined);
  await locks[0]?.release();

  expect(await database.holdLock("job", "one")).toBeNull();
  const again = await database.holdLock("job", "two");
  expect(again?.lost.aborted).toBe(false);
  await Promise.all([taken.release(), again?.release()]);
});
