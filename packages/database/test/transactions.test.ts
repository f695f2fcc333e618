import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { createDatabase, newId, recordLock } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { failureOf, openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";

let opened: Opened;
let database: Database;
/** Waits longer for locks than PostgreSQL looks for a deadlock, however busy the machine is. */
let patient: Database;
beforeAll(async () => {
  opened = await openDatabase({ poolSize: 8, connectMs: TEST_LIMITS.connectMs });
  database = opened.database;
  await database.loadPrisma();
  patient = createDatabase({ url: opened.server.url, poolSize: 4, ...TEST_LIMITS });
});
afterAll(async () => {
  await patient.close();
  await opened.close();
});
beforeEach(() => database.run({ text: "delete from cms.users" }));

const INSERT = { name: "insert_user", text: "insert into cms.users (id, email, role) values ($1, $2, 'admin')" };
const addRaw = (email: string) => database.run(INSERT, [newId(), email]);
const addPrisma = (email: string) => database.prisma.user.create({ data: { id: newId(), email, role: "admin" } });
/** A function whose calls end together when it was called this often; later ones end at once. */
function meeting(size: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let present = 0;
  return () => {
    if (++present === size) all.resolve();
    return all.promise;
  };
}
const emails = async () => (await database.pool.query("select email from cms.users order by 1")).rows.map(({ email }) => email);

const advisoryLocks = async (condition: "granted" | "not granted") =>
  (
    await database.pool.query(
      `select from pg_locks l join pg_database d on d.oid = l.database where l.locktype = 'advisory' and d.datname = current_database() and ${condition}`,
    )
  ).rows.length;

test("run and prisma share one transaction, which others see only when it commits", async () => {
  const seen: unknown[] = [];

  await database.transaction(async () => {
    await addRaw("raw@example.org");
    seen.push(await database.prisma.user.count());
    await addPrisma("prisma@example.org");
    seen.push((await database.one({ text: "select count(*)::int as n from cms.users" }))?.["n"], (await emails()).length);
  });

  expect(seen).toEqual([1, 2, 0]);
  expect(await emails()).toEqual(["prisma@example.org", "raw@example.org"]);
});

test("a transaction that throws stores nothing of either", async () => {
  const failure = await failureOf(
    database.transaction(async () => {
      await addPrisma("prisma@example.org");
      await addRaw("raw@example.org");
      throw new Error("no");
    }),
  );

  expect(failure).toMatchObject({ message: "no" });
  expect(await emails()).toEqual([]);
});

test("prisma.$transaction is the same transaction", async () => {
  await failureOf(
    database.prisma.$transaction(async (transaction) => {
      await transaction.user.create({ data: { id: newId(), email: "a@example.org", role: "admin" } });
      await addRaw("b@example.org");
      throw new Error("no");
    }),
  );

  expect(await emails()).toEqual([]);
});

test("prisma offers models, raw SQL and transactions with a function, but nothing that closes or replaces the shared client", async () => {
  const { user, ...others } = database.prisma;

  expect(Object.keys(others).filter((name) => name.startsWith("$"))).toEqual([
    "$queryRaw",
    "$queryRawUnsafe",
    "$executeRaw",
    "$executeRawUnsafe",
    "$transaction",
  ]);
  expect(typeof user.findMany).toBe("function");
  await expect(database.prisma.$transaction([user.count()] as never)).rejects.toThrow("$transaction takes a function");
});

test("a transaction inside another joins it", async () => {
  await failureOf(
    database.transaction(async () => {
      await database.transaction(() => addRaw("inner@example.org"));
      throw new Error("no");
    }),
  );

  expect(await emails()).toEqual([]);
});

test("concurrent transactions are independent, also with Prisma's batches", async () => {
  let counting = 6;
  const allCounted = Promise.withResolvers<void>(); // none commits before each has counted
  const counts = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      database.transaction(async () => {
        const { id } = await addPrisma(`user${at}@example.org`);
        const [own, count] = await Promise.all([database.prisma.user.findUnique({ where: { id } }), database.prisma.user.count()]);
        if (--counting === 0) allCounted.resolve();
        await allCounted.promise;
        return [own?.email, count];
      }),
    ),
  );

  expect(counts).toEqual(Array.from({ length: 6 }, (_, at) => [`user${at}@example.org`, 1]));
});

test.each<[string, () => Promise<unknown>]>([
  ["run", () => database.run({ text: "select 1" })],
  ["prisma", () => database.prisma.user.count()],
])("%s throws when its transaction has ended", async (_, use) => {
  const ended = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();

  await database.transaction(async () => {
    late = failureOf(ended.promise.then(use));
  });
  ended.resolve();

  expect(String(await late)).toContain("This transaction has ended");
});

test("a transaction that takes a lock has it from its beginning until its end, also inside another one", async () => {
  const lock = recordLock("note", "1");
  const held = () => advisoryLocks("granted");
  const counts: number[] = [];

  await database.transaction(async () => void counts.push(await held()), { lock });
  counts.push(await held());
  await database.transaction(async () => {
    counts.push(await held());
    await database.transaction(async () => void counts.push(await held()), { lock });
    counts.push(await held());
  });

  expect(counts).toEqual([1, 0, 0, 1, 1]);
});

test("a transaction that takes a lock waits for the one that has it", async () => {
  const lock = recordLock("note", "it's one"); // quoted
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();

  const one = database.transaction(
    async () => {
      begun.resolve();
      await first.promise;
      order.push("first");
    },
    { lock },
  );
  await begun.promise;
  const other = database.transaction(async () => void order.push("second"), { lock });
  await eventually(async () => (await advisoryLocks("not granted")) === 1);
  first.resolve();
  await Promise.all([one, other]);

  expect(order).toEqual(["first", "second"]);
});

test("a failed statement whose error was ignored still rolls the transaction back, with an error", async () => {
  const failure = await failureOf(
    database.transaction(async () => {
      await addRaw("a@example.org");
      await failureOf(database.run({ text: "select 1 / 0" }));
    }),
  );

  expect(String(failure)).toContain("rolled back");
  expect(await emails()).toEqual([]);
});

test("two transactions in a deadlock are both completed in the end", async () => {
  await addRaw("a@example.org");
  await addRaw("b@example.org");
  const touch = (email: string) => patient.run({ text: "update cms.users set version = version + 1 where email = $1" }, [email]);
  const met = meeting(2);
  const inOrder = (first: string, second: string) =>
    patient.transaction(async () => {
      await touch(first);
      await met();
      await touch(second);
    });

  await Promise.all([inOrder("a@example.org", "b@example.org"), inOrder("b@example.org", "a@example.org")]);

  expect(await database.run({ text: "select version from cms.users" })).toEqual([{ version: 3 }, { version: 3 }]);
});

test("a deadlock in Prisma's statements is repeated too", async () => {
  const [a, b] = [await addPrisma("a@example.org"), await addPrisma("b@example.org")];
  const touch = (id: string) => patient.prisma.user.update({ where: { id }, data: { version: { increment: 1 } } });
  const met = meeting(2);
  const inOrder = (first: string, second: string) =>
    patient.transaction(async () => {
      await touch(first);
      await met();
      await touch(second);
    });

  await Promise.all([inOrder(a.id, b.id), inOrder(b.id, a.id)]);

  expect((await database.prisma.user.findMany()).map(({ version }) => version)).toEqual([3, 3]);
});

test("writes with slow hooks have four connections of their own: others wait one second, then fail with 503, and reads continue", async () => {
  const impatient = createDatabase({ url: opened.server.url, poolSize: 8 });
  const hooked = <T>(work: () => Promise<T>) => impatient.transaction(work, { pool: "hooks" });
  const nap = () => hooked(() => impatient.run({ text: "select pg_sleep(0.1)" }));
  await eventually(() => Promise.all([nap(), nap(), nap(), nap()]), { what: "the connections are made" });
  await eventually(() => impatient.run({ text: "select 1" }), { what: "one for reads, too" });
  const end = Promise.withResolvers<void>();
  let begun = 0;
  const slow = () => hooked(() => (begun++, end.promise));
  const hooks = Array.from({ length: 4 }, slow);
  await eventually(() => begun === 4);

  const fifth = failureOf(slow());
  const read = await impatient.run({ text: "select 1 as one" });

  expect(read).toEqual([{ one: 1 }]);
  expect(await fifth).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expect(begun).toBe(4);
  end.resolve();
  await Promise.all(hooks);
  await impatient.close();
});

test("a task waits for the outermost commit", async () => {
  const seen: string[][] = [];

  await database.transaction(async () => {
    await database.transaction(async () => {
      await addRaw("inner@example.org");
      await database.afterCommit(async () => void seen.push(await emails()));
    });
    seen.push(["still open"]);
  });

  expect(seen).toEqual([["still open"], ["inner@example.org"]]);
});

test("a rollback drops the tasks, also of joined transactions", async () => {
  const done: string[] = [];

  await failureOf(
    database.transaction(async () => {
      await database.transaction(() => database.afterCommit(async () => void done.push("never")));
      throw new Error("no");
    }),
  );

  expect(done).toEqual([]);
});

test("an attempt that is repeated starts without tasks", async () => {
  const done: number[] = [];
  let attempts = 0;

  await database.transaction(async () => {
    const attempt = ++attempts;
    await database.afterCommit(async () => void done.push(attempt));
    if (attempt === 1) await database.run({ text: "do $$ begin raise exception using errcode = '40P01'; end $$" });
  });

  expect(done).toEqual([2]);
});

test("without a transaction a task runs at once; after its transaction it is refused", async () => {
  const done: string[] = [];
  const ended = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();

  await database.afterCommit(async () => void done.push("now"));
  await database.transaction(async () => {
    late = failureOf(ended.promise.then(() => database.afterCommit(async () => void done.push("late"))));
  });
  ended.resolve();

  expect(String(await late)).toContain("This transaction has ended");
  expect(done).toEqual(["now"]);
});
