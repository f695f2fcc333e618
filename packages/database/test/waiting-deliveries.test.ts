import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createDeliveryTable, PAUSED_AFTER, type Database, type DeliveryTable } from "../src/index.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { openDatabase, type Opened } from "./support.ts";

const COUNT = 10_000;
const WEBHOOKS = ["active", "paused"];
let opened: Opened;

beforeAll(async () => {
  opened = await openDatabase({ poolSize: 1, ...TEST_LIMITS });
});
afterAll(() => opened.close());

/** Pending deliveries of two webhooks, which PostgreSQL has no statistics about. @returns the oldest one's record */
async function addWaiting(database: Database, records: number): Promise<string> {
  for (const text of [
    "truncate cms.webhook_deliveries, cms.webhooks",
    "alter table cms.webhook_deliveries set (autovacuum_enabled = false)",
    "analyze cms.webhook_deliveries",
    `insert into cms.webhook_deliveries (id, webhook, event_id, event, entity, record_id, version, at)
       select gen_random_uuid(), webhook, n, 'tag.updated', 'tag', md5('record ' || n % ${records})::uuid, n, now()
       from generate_series(1, ${COUNT}) n, unnest(array['active', 'paused']) webhook`,
    `insert into cms.webhooks (name, failures) values ('paused', ${PAUSED_AFTER})`,
  ])
    await database.run({ text });
  const oldest = await database.one<{ id: string }>({
    text: "select record_id::text as id from cms.webhook_deliveries order by event_id limit 1",
  });
  return oldest?.id ?? "";
}

/** The number of deliveries that PostgreSQL reads for a statement, with a plan for all values. */
async function readBy<T>(database: Database, statement: (deliveries: DeliveryTable) => Promise<T>) {
  const read = async () => {
    const text = `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relid = 'cms.webhook_deliveries'::regclass`;
    return (await database.one<{ rows: number }>({ text }))?.rows ?? 0;
  };
  return database.transaction(async () => {
    await database.run({ text: "set local plan_cache_mode = force_generic_plan" });
    const before = await read();
    const result = await statement(createDeliveryTable(database));
    return { rows: (await read()) - before, result };
  });
}

test.each([
  { records: COUNT, what: "of as many records" },
  { records: 1, what: "of one record" },
])(`with ${COUNT} waiting deliveries $what, the next one and the one to probe with are found among few`, async ({ records }) => {
  const { database } = opened;
  const recordId = await addWaiting(database, records);

  const probe = await readBy(database, (deliveries) => deliveries.probe("paused"));
  expect(probe.result).not.toBeNull();
  expect(probe.rows).toBeLessThan(0.3 * COUNT);
  for (const webhook of WEBHOOKS) {
    const key = { webhook, recordId };
    const expected = webhook === "active" ? 1 : 0;
    const next = await readBy(database, (deliveries) => deliveries.nextOf(key));
    const has = await readBy(database, (deliveries) => deliveries.haveNext([key]));
    expect([next.result.length, has.result.length]).toEqual([expected, expected]);
    expect([next.rows, has.rows].every((rows) => rows < 10)).toBe(true);
  }
  const paused = await readBy(database, (deliveries) => deliveries.next(["paused"], 500));
  expect(paused).toEqual({ rows: 0, result: [] });
});

test("the next deliveries of all records are found without those of a paused webhook", async () => {
  const { database } = opened;
  await addWaiting(database, COUNT);

  const { rows, result } = await readBy(database, (deliveries) => deliveries.next(WEBHOOKS, 500));

  expect(result).toHaveLength(500);
  expect(rows).toBeLessThan(0.2 * COUNT);
});

test("the next deliveries of few records are found without those that wait behind them", async () => {
  const { database } = opened;
  const records = 20;
  const expected = (own: number) => Array.from({ length: own }, (_, at) => String(at + 1));
  await addWaiting(database, records);
  const events = async (rows: readonly { readonly id: string }[]) => {
    const text = "select event_id::text as event from cms.webhook_deliveries where id = any($1) order by event_id";
    return (await database.run<{ event: string }>({ text }, [rows.map(({ id }) => id)])).map(({ event }) => event);
  };

  const all = await readBy(database, (deliveries) => deliveries.next(["active"], 50));
  const some = await readBy(database, (deliveries) => deliveries.next(WEBHOOKS, 5));

  expect(await events(all.result)).toEqual(expected(records));
  expect(await events(some.result)).toEqual(expected(5));
  expect(Math.max(all.rows, some.rows)).toBeLessThan(10 * records);
});

test("the next delivery of a record is found behind many of another one, and none of a record whose first one has a job", async () => {
  const { database } = opened;
  await addWaiting(database, 1);
  const add = async (record: string, event: number) =>
    database.run(
      {
        text: `insert into cms.webhook_deliveries (id, webhook, event_id, event, entity, record_id, version, at)
          select gen_random_uuid(), 'active', $2, 'tag.updated', 'tag', md5($1)::uuid, 1, now()`,
      },
      [record, event],
    );
  for (const [record, event] of [
    ["late", COUNT + 1],
    ["late", COUNT + 2],
    ["planned", COUNT + 3],
    ["planned", COUNT + 4],
  ] as const)
    await add(record, event);
  await database.run({
    text: `update cms.webhook_deliveries set job_id = gen_random_uuid() where event_id in (1, ${COUNT + 3}) and webhook = 'active'`,
  });

  const { rows, result } = await readBy(database, (deliveries) => deliveries.next(["active"], 100));

  const found = await database.run<{ event: number }>(
    {
      text: "select event_id::int as event from cms.webhook_deliveries where id = any($1)",
    },
    [result.map(({ id }) => id)],
  );
  expect(found).toEqual([{ event: COUNT + 1 }]);
  expect(rows).toBeLessThan(500);
});
