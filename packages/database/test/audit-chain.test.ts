import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createAuditTable, createSealer, verifyAudit, type Sealer } from "../src/index.ts";
import { openDatabase, type Opened } from "./support.ts";

let opened: Opened;
let sealer: Sealer;
beforeAll(async () => void (opened = await openDatabase(TEST_LIMITS)));
afterAll(() => opened.close());
beforeEach(async () => {
  await sql("truncate cms.audit, cms.audit_seals, cms.audit_dropped");
  await sql("create or replace function cms.audit_days() returns integer language sql immutable return 30");
  sealer = createSealer(opened.database);
});

const sql = (text: string) => opened.database.run({ text });
const add = (action: string) =>
  sql(`insert into cms.audit (action, changes, "values") values ('${action}', '["b", "a"]', '{"b": {"after": 1.50}}')`);

/** Rows with their seals, in the order of the numbers. */
async function chain(): Promise<string[]> {
  const rows = await opened.database.run<{ line: string }>({
    text: "select s.number || ' ' || a.action as line from cms.audit_seals s join cms.audit a on a.seq = s.seq order by s.number",
  });
  return rows.map(({ line }) => line);
}

/** The numbers at which the chain is broken, each once. */
async function broken(): Promise<(string | null)[]> {
  const found = await verifyAudit(createAuditTable(opened.database));
  return [...new Set(found.broken.map(({ number }) => number))];
}

async function addFive(): Promise<void> {
  for (const action of ["one", "two", "three", "four", "five"]) await add(action);
  await sealer.seal();
}

test("a row of a transaction that ends later is sealed later, and none is left out", async () => {
  const late = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const waiting = opened.database.transaction(async () => {
    await add("late");
    begun.resolve();
    await late.promise;
  });
  await begun.promise;
  await add("early");
  for (let passes = 0; passes < 3; passes++) await sealer.seal();
  late.resolve();
  await waiting;
  await add("last");
  for (let passes = 0; passes < 3; passes++) await sealer.seal();

  expect(await chain()).toEqual(["1 early", "2 late", "3 last"]);
  expect(await broken()).toEqual([]);
});

test("rows that were rolled back are not waited for", async () => {
  await opened.database
    .transaction(async () => {
      await add("never");
      throw new Error("rolled back");
    })
    .catch(() => undefined);
  await add("one");
  await sealer.seal();
  await sealer.seal();
  await sealer.seal();

  expect(await sealer.isBehind(await sealer.newest())).toBe(false);
  expect(await chain()).toEqual(["1 one"]);
});

test("several processes seal one chain", async () => {
  const sealers = [sealer, createSealer(opened.database), createSealer(opened.database)];
  for (let round = 0; round < 10; round++) {
    await Promise.all([add(`a${round}`), add(`b${round}`), ...sealers.map((sealer) => sealer.seal())]);
  }
  await sealer.seal();

  expect(await chain()).toHaveLength(20);
  expect(await broken()).toEqual([]);
});

test("a process that begins continues the chain of another one", async () => {
  await addFive();
  await add("six");
  await createSealer(opened.database).seal();

  expect((await chain()).at(-1)).toBe("6 six");
  expect(await broken()).toEqual([]);
});

test.each([
  ["a changed row", "update cms.audit set entity = 'article' where action = 'three'", ["3"]],
  ["changed names of fields", `update cms.audit set changes = '["a", "b"]' where action = 'three'`, ["3"]],
  ["a removed row", "delete from cms.audit where action = 'three'", ["3"]],
  ["a row removed with its seal", "delete from cms.audit_seals where number = 3", ["4"]],
  ["the first rows removed with their seals", "delete from cms.audit_seals where number <= 2", ["3"]],
  ["a changed seal", "update cms.audit_seals set hash = repeat('0', 64) where number = 3", ["3", "4"]],
  [
    "reordered rows",
    `update cms.audit_seals s set seq = o.seq from cms.audit_seals o where s.number in (2, 3) and o.number = 5 - s.number`,
    ["2", "3"],
  ],
  [
    "an inserted row",
    `with added as (insert into cms.audit (action) values ('forged') returning seq),
       moved as (update cms.audit_seals set number = number + 100 where number >= 3)
     insert into cms.audit_seals select 3, seq, now(), repeat('0', 64), repeat('1', 64), 0 from added`,
    ["3", "103", "104", "105"],
  ],
  [
    "a row inserted before the first one",
    `with added as (insert into cms.audit (action) values ('forged') returning seq)
     insert into cms.audit_seals select 0, seq, now(), '', repeat('1', 64), 0 from added`,
    ["0", "1"],
  ],
])("%s is found", async (_name, statement, numbers) => {
  await addFive();
  expect(await broken()).toEqual([]);
  await sql("alter table cms.audit_seals drop constraint audit_seals_pkey");
  await sql("drop index cms.audit_seals_seq_key");

  await sql(statement);

  expect(await broken()).toEqual(numbers);
  await sql("truncate cms.audit, cms.audit_seals");
  await sql("alter table cms.audit_seals add constraint audit_seals_pkey primary key (number)");
  await sql("create unique index audit_seals_seq_key on cms.audit_seals (seq)");
});

test("a row that is inserted where the sealer has been is found, and so are removed newest rows by a stored head", async () => {
  await addFive();
  const head = await sealer.head();
  await sealer.seal();
  await add("six");
  await sealer.seal();
  await sql("insert into cms.audit (seq, action) values (-1, 'forged')");
  expect(await broken()).toEqual([null]);
  await sql("delete from cms.audit where seq = -1");

  await sql("delete from cms.audit where action in ('five', 'six')");
  await sql("delete from cms.audit_seals where number >= 5");

  expect(await broken()).toEqual([]);
  const compared = await verifyAudit(createAuditTable(opened.database), head);
  expect(compared.broken).toEqual([{ number: "5", sentence: "This row was removed: the newest number is 4." }]);
});

test("old days are dropped, and the rest is still a chain that continues them", async () => {
  await addFive();
  await sql("update cms.audit set at = now() - interval '31 days 1 hour' where action in ('one', 'two')");
  const { drop } = createAuditTable(opened.database);

  expect(await drop()).toBe(false);
  await add("six");
  await createSealer(opened.database).seal();

  expect(await chain()).toEqual(["3 three", "4 four", "5 five", "6 six"]);
  expect(await broken()).toEqual([]);
  await sql("delete from cms.audit_seals where number = 3");
  expect(await broken()).toEqual(["4"]);
});

test("two processes that drop old days at once leave the chain whole", async () => {
  await addFive();
  await sql("update cms.audit set at = now() - interval '40 days' where action <> 'five'");
  const isWaiting = async () => (await sql("select from pg_locks where not granted and locktype = 'transactionid'")).length > 0;
  const [dropped, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const quicker = opened.database.transaction(async () => {
    await sql("select cms.drop_audit(4)");
    dropped.resolve();
    await goOn.promise;
  });
  await dropped.promise;
  const slower = sql("select cms.drop_audit(2)");
  await eventually(isWaiting);
  goOn.resolve();
  await Promise.all([quicker, slower]);

  expect(await chain()).toEqual(["5 five"]);
  expect(await broken()).toEqual([]);
});

test("a seal with a forged time drops nothing, and neither does an old row after newer ones", async () => {
  await addFive();
  await sql("insert into cms.audit_seals values (6, -1, '1970-01-01', '', '', 0), (0, -2, '1970-01-01', '', '', 0)");
  await sql("update cms.audit set at = now() - interval '40 days' where action = 'five'");

  await createAuditTable(opened.database).drop();

  expect(await chain()).toEqual(["1 one", "2 two", "3 three", "4 four", "5 five"]);
});

test("a log whose rows were all dropped continues its chain", async () => {
  await addFive();
  await sql("update cms.audit set at = now() - interval '40 days'");
  await createAuditTable(opened.database).drop();
  await add("six");
  await createSealer(opened.database).seal();

  expect(await chain()).toEqual(["6 six"]);
  expect(await broken()).toEqual([]);
});
