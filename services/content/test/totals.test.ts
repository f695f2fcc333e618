import { expect, test } from "@jest/globals";
import { setTimeout as sleep } from "node:timers/promises";
import { compile, createEngine, type TotalStatements } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { magazine } from "./support/magazine.ts";
import { startService } from "./support/service.ts";
import { createTotals, type TotalsDatabase, type Uncounted } from "../src/records/totals.ts";

const STATEMENTS: TotalStatements = {
  exact: { name: "exact", text: "count", values: [], retryOn: [] },
  estimate: { name: "estimate", text: "explain", values: ["a filter"], retryOn: [] },
  remembers: true,
};
const PLAN = JSON.stringify([{ Plan: { "Plan Rows": 4_000 } }]);

/** A database whose counts take this long, and the names of the statements that it ran. */
function databaseWith({ countMs = 0, total = "7", stamp = "1", inTransaction = false, fails = false } = {}) {
  const ran: string[] = [];
  const run = async ({ name }: { name?: string }) => {
    ran.push(String(name));
    if (name === "estimate") return [{ "QUERY PLAN": PLAN }];
    await sleep(countMs);
    if (fails) throw new AppError("SERVICE_UNAVAILABLE");
    return [{ total, stamp }];
  };
  return { ran, database: { run, inTransaction: () => inTransaction } as TotalsDatabase };
}

const list = (more: Partial<Uncounted> = {}): Uncounted => ({
  statements: STATEMENTS,
  context: { actor: { kind: "system" }, now: new Date(0) },
  atLeast: 2,
  stamp: "1",
  exact: false,
  ...more,
});

test("a total that is counted in time is exact, and cached until a write", async () => {
  const { database, ran } = databaseWith();
  const totals = createTotals({ database, waitMs: 100 });

  const answers = [await totals.of(list()), await totals.of(list()), await totals.of(list({ stamp: "2" }))];

  expect(answers).toEqual(Array.from({ length: 3 }, () => ({ total: "7", estimated: false })));
  expect(ran).toEqual(["exact", "exact"]);
});

test("a total that isn't counted in time is PostgreSQL's estimate, and never less than the number of returned rows", async () => {
  const { database } = databaseWith({ countMs: 200 });
  const totals = createTotals({ database, waitMs: 20 });

  expect(await totals.of(list())).toEqual({ total: "4000", estimated: true });
  expect(await totals.of(list({ atLeast: 5_000 }))).toEqual({ total: "5000", estimated: true });
});

test("a count that finishes late is cached for the next requests", async () => {
  const { database, ran } = databaseWith({ countMs: 60 });
  const totals = createTotals({ database, waitMs: 20 });

  await totals.of(list());
  await sleep(100);

  expect(await totals.of(list())).toEqual({ total: "7", estimated: false });
  expect(ran).toEqual(["exact", "estimate"]);
});

test("a slow count delays only one request; during writes it gets a part of the time only", async () => {
  const { database, ran } = databaseWith({ countMs: 100 });
  const totals = createTotals({ database, waitMs: 60 });
  await totals.of(list());
  await sleep(120);
  ran.length = 0;

  const answers = [];
  for (let stamp = 2; stamp < 22; stamp++) answers.push(await totals.of(list({ stamp: String(stamp) })));
  const exact = await totals.of(list({ stamp: "22", exact: true }));

  expect(new Set(answers.map(({ estimated }) => estimated))).toEqual(new Set([true]));
  expect(exact).toEqual({ total: "7", estimated: false });
  expect(ran.filter((name) => name === "exact")).toHaveLength(1);
});

test("a request for the exact total waits for it, and gets an error if it can't be counted", async () => {
  const slow = createTotals({ database: databaseWith({ countMs: 60 }).database, waitMs: 20 });
  const failing = createTotals({ database: databaseWith({ fails: true }).database, waitMs: 20 });

  expect(await slow.of(list({ exact: true }))).toEqual({ total: "7", estimated: false });
  await expect(failing.of(list({ exact: true }))).rejects.toMatchObject({ status: 503 });
  expect(await failing.of(list())).toEqual({ total: "4000", estimated: true });
});

test("a running count is shared by all requests that wait for it", async () => {
  const { database, ran } = databaseWith({ countMs: 40 });
  const totals = createTotals({ database, waitMs: 1_000 });

  const answers = await Promise.all(Array.from({ length: 10 }, () => totals.of(list())));

  expect(new Set(answers.map(({ total }) => total))).toEqual(new Set(["7"]));
  expect(ran).toEqual(["exact"]);
});

test("a count that started before a request's page is not used for it; such requests share the next one", async () => {
  const { database, ran } = databaseWith({ countMs: 40, stamp: "1" });
  const totals = createTotals({ database, waitMs: 1_000 });

  const first = totals.of(list());
  await sleep(10);
  await Promise.all([first, ...Array.from({ length: 5 }, () => totals.of(list({ stamp: "2" })))]);

  expect(ran).toEqual(["exact", "exact"]);
});

test("counts inside a transaction are neither cached nor shared", async () => {
  const { database, ran } = databaseWith({ inTransaction: true });
  const totals = createTotals({ database });

  await Promise.all([totals.of(list()), totals.of(list())]);

  expect(ran).toEqual(["exact", "exact"]);
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
    const actor = { kind: "system" } as const;
    const slow: TotalsDatabase = {
      ...database,
      run: async (statement, values) => {
        if (!statement.text.startsWith("explain")) await sleep(300);
        return database.run(statement, values);
      },
    };
    const estimateOf = async (query: string) => {
      const statements = compile(createEngine(schema).as(actor).list("article", query)).total;
      if (!statements) throw new Error("a list without a total");
      return createTotals({ database: slow, waitMs: 20 }).of(list({ statements, context: { actor, now: new Date() }, atLeast: 0 }));
    };

    expect(await estimateOf("")).toEqual({ total: "1000", estimated: true });
    expect(await estimateOf("?filter[rank]=1")).toEqual({ total: "300", estimated: true });
  } finally {
    await service.stop();
  }
});
