import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createJobTable, newId } from "../src/index.ts";
import type { JobTable, JobTimes } from "../src/index.ts";
import { openDatabase, type Opened } from "./support.ts";

const HOUR = 3_600_000;
let opened: Opened;
let table: JobTable;
beforeAll(async () => {
  opened = await openDatabase(TEST_LIMITS);
  table = createJobTable(opened.database);
});
afterAll(() => opened.close());
beforeEach(() => opened.database.run({ text: "truncate cms.jobs, cms.job_runs, cms.job_list" }));

/** A job each hour, as every configuration with this schedule computes it. */
const hourly = (name: string, schedule = "every 1h"): JobTimes => ({
  name,
  schedule,
  next: (after) => new Date((Math.floor(after.getTime() / HOUR) + 1) * HOUR),
});
const listOf = (hash: string, ...jobs: readonly JobTimes[]) => ({ hash, jobs });
const one = listOf("a", hourly("one"));
const [STARTED, RUNNING] = [{ start: true }, { start: false }];
const makeDue = (name = "one", hours = 3) =>
  opened.database.run({ text: "update cms.jobs set next_at = next_at - make_interval(hours => $2) where name = $1" }, [name, hours]);
const nameOf = ({ name }: { readonly name: string }) => name;

/** Begins the tick that is due. */
async function begin(hash = "a") {
  const [due] = await table.due(hash, 0);
  const id = newId();
  return due && (await table.begin(hash, due, hourly("one").next(due.now), id)) ? id : null;
}

test("a new job is due at its next tick, not at once", async () => {
  expect(await table.keep(one, STARTED)).toBe(true);

  expect((await table.all()).map(({ nextAt }) => nextAt.getTime() % HOUR)).toEqual([0]);
  expect(await table.due("a", 0)).toEqual([]);
  expect(await table.dueTick("a", "one")).toBeNull();
});

test("of many that begin a tick one succeeds, and ticks that were missed are one", async () => {
  await table.keep(one, STARTED);
  await makeDue();
  const [due] = await table.due("a", 0);

  const begun = await Promise.all(
    Array.from({ length: 8 }, async () => due !== undefined && table.begin("a", due, hourly("one").next(due.now), newId())),
  );

  expect(begun.filter(Boolean)).toHaveLength(1);
  expect(await table.due("a", 0)).toEqual([]);
  expect((await table.all())[0]?.nextAt.getTime()).toBeGreaterThan(due!.now.getTime());
  expect(await table.runs(10)).toMatchObject([{ job: "one", tick: due!.tick, state: "running", endedAt: null, durationMs: null }]);
});

test("a tick that has run, for example before the clock was set back, doesn't run again, and the next one does", async () => {
  await table.keep(one, STARTED);
  await makeDue();
  await begin();
  await opened.database.run({ text: "update cms.jobs set next_at = (select tick from cms.job_runs)" });

  expect(await begin()).toBeNull();
  expect(await table.due("a", 0)).toEqual([]);
});

test("a restart with the same jobs leaves a missed tick due, also if another job is new", async () => {
  await table.keep(one, STARTED);
  await makeDue();

  await table.keep(listOf("b", hourly("one"), hourly("two")), STARTED);

  expect((await table.due("b", 0)).map(nameOf)).toEqual(["one"]);
});

test("a job with other times begins anew, and one that was removed and is back has missed nothing", async () => {
  await table.keep(listOf("a", hourly("one"), hourly("two")), STARTED);
  await Promise.all([makeDue("one"), makeDue("two")]);
  await table.keep(listOf("b", hourly("one", "cron 0 * * * *")), STARTED);
  expect(await table.due("b", 0)).toEqual([]);

  await table.keep(listOf("a", hourly("one"), hourly("two")), STARTED);

  expect(await table.due("a", 0)).toEqual([]);
  expect((await table.all()).map(nameOf).toSorted()).toEqual(["one", "two"]);
});

test("a process with other jobs than the last one that started runs none, until all processes with those are gone", async () => {
  await table.keep(one, STARTED);
  await table.keep(listOf("b", hourly("one")), STARTED);
  await makeDue();

  expect([await table.keep(one, RUNNING), await table.due("a", 0), await begin("a")]).toEqual([false, [], null]);
  expect([await table.keep(listOf("b", hourly("one")), RUNNING), (await table.due("b", 0)).map(nameOf)]).toEqual([true, ["one"]]);
  await opened.database.run({ text: "update cms.job_list set seen_at = seen_at - interval '1 minute'" });
  expect([await table.keep(one, RUNNING), (await table.due("a", 0)).map(nameOf)]).toEqual([true, ["one"]]);
});

test("a process that begins a tick while another configuration takes over doesn't begin it", async () => {
  await table.keep(one, STARTED);
  await makeDue();
  const [due] = await table.due("a", 0);
  await table.keep(listOf("b"), STARTED);

  expect(await table.begin("a", due!, new Date(), newId())).toBe(false);
  expect([await table.all(), await table.runs(10)]).toEqual([[], []]);
});

test("a run ends with its state and duration; one that nobody ends is interrupted by whoever finds it", async () => {
  await table.keep(one, STARTED);
  await makeDue();
  const failed = (await begin())!;
  await table.end(failed, "failed", "no room");
  await makeDue("one", 2);
  await begin();

  expect(await table.running()).toEqual(["one"]);
  await table.interrupt("one");

  expect(await table.running()).toEqual([]);
  expect(await table.runs(10)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: failed, state: "failed", error: "no room", durationMs: expect.any(Number) }),
      expect.objectContaining({ state: "interrupted", error: null, endedAt: expect.any(Date) }),
    ]),
  );
});

test("of each job the newest runs are kept, and the newest failed ones", async () => {
  await table.keep(one, STARTED);
  await opened.database.run({
    text: `insert into cms.job_runs (id, job, tick, began_at, ended_at, state)
      select gen_random_uuid(), 'one', to_timestamp(n), to_timestamp(n), to_timestamp(n), case when n <= 70 then 'failed' else 'done' end
      from generate_series(1, 200) as n`,
  });

  await table.sweep();

  const ticks = (await table.runs(1_000)).map(({ tick }) => tick.getTime() / 1_000);
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => last - index);
  expect(ticks).toEqual([...from(151, 200), ...from(21, 70)]);
  expect((await table.runs(2)).map(({ tick }) => tick.getTime() / 1_000)).toEqual([200, 199, 70, 69]);
});
