import { expect, test } from "@jest/globals";
import { compile, createEngine, type TotalStatements } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { eventually } from "../../../tests/support/eventually.ts";
import { magazine } from "./support/magazine.ts";
import { startService } from "./support/service.ts";
import { createTotals, MAX_BYTES, type TotalsDatabase, type Uncounted } from "../src/reads/totals.ts";

const STATEMENTS: TotalStatements = {
  exact: { name: "exact", text: "count", values: [], retryOn: [] },
  estimate: { name: "estimate", text: "explain", values: ["a filter"], retryOn: [] },
  remembers: true,
};
const PLAN = JSON.stringify([{ Plan: { "Plan Rows": 4_000 } }]);

/** A database, and the names of the statements that it ran. With `holds`, a count ends when it is released. */
function databaseWith({ holds = false, total = "7", stamp = "1", inTransaction = false, fails = false } = {}) {
  const ran: string[] = [];
  const held: (() => void)[] = [];
  const run = async ({ name }: { name?: string }) => {
    ran.push(String(name));
    if (name === "estimate") return [{ "QUERY PLAN": PLAN }];
    if (holds) await new Promise<void>((resolve) => held.push(resolve));
    if (fails) throw new AppError("SERVICE_UNAVAILABLE");
    return [{ total, stamp }];
  };
  /** Ends the running counts, and waits until their results are stored. */
  const release = async () => {
    for (const end of held.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ran, release, database: { run, inTransaction: () => inTransaction } as TotalsDatabase };
}

/** Waits until a count has begun. */
const untilBegun = (ran: readonly string[], counts = 1) =>
  eventually(() => ran.filter((name) => name === "exact").length >= counts, { what: "a count has begun" });
/** Longer than any count takes, and shorter than any that is held. */
const [LONG_MS, SHORT_MS] = [60_000, 1];

const list = (more: Partial<Uncounted> = {}): Uncounted => ({
  statements: STATEMENTS,
  context: { principal: { kind: "system" }, now: new Date(0) },
  atLeast: 2,
  stamp: "1",
  exact: false,
  ...more,
});

test("a total that is counted in time is exact, and cached until a write", async () => {
  const { database, ran } = databaseWith();
  const totals = createTotals({ database, waitMs: LONG_MS });

  const answers = [await totals.of(list()), await totals.of(list()), await totals.of(list({ stamp: "2" }))];

  expect(answers).toEqual(Array.from({ length: 3 }, () => ({ total: "7", estimated: false })));
  expect(ran).toEqual(["exact", "exact"]);
});

test("a total that isn't counted in time is PostgreSQL's estimate, and never less than the number of returned rows", async () => {
  const { database } = databaseWith({ holds: true });
  const totals = createTotals({ database, waitMs: SHORT_MS });

  expect(await totals.of(list())).toEqual({ total: "4000", estimated: true });
  expect(await totals.of(list({ atLeast: 5_000 }))).toEqual({ total: "5000", estimated: true });
});

test("a count that finishes late is cached for the next requests", async () => {
  const { database, ran, release } = databaseWith({ holds: true });
  const totals = createTotals({ database, waitMs: SHORT_MS });

  await totals.of(list());
  await release();

  expect(await totals.of(list())).toEqual({ total: "7", estimated: false });
  expect(ran).toEqual(["exact", "estimate"]);
});

test("a slow count delays only one request; during writes it gets a part of the time only", async () => {
  const { database, ran, release } = databaseWith({ holds: true });
  let nowMs = 0;
  const totals = createTotals({ database, waitMs: SHORT_MS, now: () => nowMs });
  await totals.of(list());
  nowMs = 100;
  await release();
  ran.length = 0;

  const answers = [];
  for (let stamp = 2; stamp < 22; stamp++) answers.push(await totals.of(list({ stamp: String(stamp) })));
  const countsInPause = ran.filter((name) => name === "exact").length;
  nowMs = 1_101; // ten times as long as the count took
  await totals.of(list({ stamp: "22" }));

  expect(new Set(answers.map(({ estimated }) => estimated))).toEqual(new Set([true]));
  expect(countsInPause).toBe(0);
  expect(ran.filter((name) => name === "exact")).toHaveLength(1);
  await release();
});

test("a request for the exact total waits for it, and gets an error if it can't be counted", async () => {
  const { database, ran, release } = databaseWith({ holds: true });
  const failing = createTotals({ database: databaseWith({ fails: true }).database, waitMs: LONG_MS });

  const exact = createTotals({ database, waitMs: SHORT_MS }).of(list({ exact: true }));
  await untilBegun(ran);
  await release();

  expect(await exact).toEqual({ total: "7", estimated: false });
  await expect(failing.of(list({ exact: true }))).rejects.toMatchObject({ status: 503 });
  expect(await failing.of(list())).toEqual({ total: "4000", estimated: true });
});

test("a running count is shared by all requests that wait for it", async () => {
  const { database, ran, release } = databaseWith({ holds: true });
  const totals = createTotals({ database, waitMs: LONG_MS });

  const asked = Array.from({ length: 10 }, () => totals.of(list()));
  await untilBegun(ran);
  await release();

  expect(new Set((await Promise.all(asked)).map(({ total }) => total))).toEqual(new Set(["7"]));
  expect(ran).toEqual(["exact"]);
});

test("a count that started before a request's page is not used for it; such requests share the next one", async () => {
  const { database, ran, release } = databaseWith({ holds: true, stamp: "1" });
  const totals = createTotals({ database, waitMs: LONG_MS });

  const first = totals.of(list());
  await untilBegun(ran);
  const others = Array.from({ length: 5 }, () => totals.of(list({ stamp: "2" })));
  await release();
  await untilBegun(ran, 2);
  await release();
  await Promise.all([first, ...others]);

  expect(ran).toEqual(["exact", "exact"]);
});

test("counts inside a transaction are neither cached nor shared", async () => {
  const { database, ran } = databaseWith({ inTransaction: true });
  const totals = createTotals({ database });

  await Promise.all([totals.of(list()), totals.of(list())]);

  expect(ran).toEqual(["exact", "exact"]);
});

test("totals take a limited number of bytes, however many lists with long filters are asked for", async () => {
  const { database, ran } = databaseWith();
  const totals = createTotals({ database, waitMs: LONG_MS });
  const long = (n: number) => ({ ...STATEMENTS.estimate, values: [`${n}${"x".repeat(10_000)}`] });

  for (let n = 0; n < 30_000; n++) await totals.of(list({ statements: { ...STATEMENTS, estimate: long(n) } }));
  const bytes = totals.bytes();
  ran.length = 0;
  await totals.of(list({ statements: { ...STATEMENTS, estimate: long(29_999) } }));
  await totals.of(list({ statements: { ...STATEMENTS, estimate: long(0) } }));

  expect(bytes).toBeGreaterThan(MAX_BYTES / 2);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  expect(ran).toEqual(["exact"]); // the newest is still known, the first isn't
});

test("PostgreSQL estimates the rows of a filter with its bound values", async () => {
  const service = await startService(magazine);
  try {
    const { database, schema } = service;
    await database.run({
      text: `insert into content.article (id, version, created_at, updated_at, published_at, title, rank)
        select gen_random_uuid(), 1, now(), now(), now(), 'a title', case when n <= 300 then 1 else n end from generate_series(1, 1000) n`,
    });
    await database.run({ text: "analyze content.article" });
    const principal = { kind: "system" } as const;
    const slow: TotalsDatabase = {
      ...database,
      run: async (statement, values) => {
        return statement.text.startsWith("explain") ? database.run(statement, values) : new Promise(() => undefined); // the count never ends
      },
    };
    const estimateOf = async (query: string) => {
      const statements = compile(createEngine(schema).as(principal).list("article", query)).total;
      if (!statements) throw new Error("a list without a total");
      return createTotals({ database: slow, waitMs: SHORT_MS }).of(
        list({ statements, context: { principal, now: new Date() }, atLeast: 0 }),
      );
    };

    expect(await estimateOf("")).toEqual({ total: "1000", estimated: true });
    expect(await estimateOf("?filter[rank]=1")).toEqual({ total: "300", estimated: true });
  } finally {
    await service.stop();
  }
});
