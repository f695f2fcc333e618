import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import pg from "pg";
import { eventually } from "../../../tests/support/eventually.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createAnswerKeeper, createDatabase, newId, type AnswerLease, type AnswerMarks, type Database } from "../src/index.ts";
import { failureOf, openDatabase, type Opened } from "./support.ts";
import { backendOf } from "../src/connections/pg-internals.ts";

/** What happened, in its order: marks with their entities, what was committed then, and their ends. */
let events: string[] = [];
let canMark = true;
let opened: Opened;
let database: Database;
let other: pg.Client;

const marks: AnswerMarks = {
  leaseMs: 20,
  isUp: () => canMark,
  async mark(_backend, entities) {
    if (!canMark) return null;
    events.push(`${[...entities].toSorted().join(" ")}: ${await usersStored()} users`);
    return async () => void events.push(`ended: ${await usersStored()} users`);
  },
};

beforeAll(async () => {
  opened = await openDatabase(TEST_LIMITS);
  database = createDatabase({ url: opened.server.url, ...TEST_LIMITS, answerMarks: marks });
  other = new pg.Client({ connectionString: opened.server.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await database.close();
  await opened.close();
});
beforeEach(async () => {
  canMark = true;
  await other.query("delete from cms.users");
  events = [];
});

/** The number of users that everybody sees. */
async function usersStored(): Promise<number> {
  return Number((await other.query("select count(*) as n from cms.users")).rows[0]?.n);
}

const ADD = { text: "insert into cms.users (id, email, role) values ($1, $2, 'admin')" };
const newUser = () => {
  const id = newId();
  return [id, `${id}@example.org`];
};

test("a write whose changes are known is marked before it is sent, and its mark ends after its commit", async () => {
  await database.run({ ...ADD, changes: ["_user"] }, newUser());

  expect(events).toEqual(["_user: 0 users", "ended: 1 users"]);
});

test("any other write is marked before its commit, with what it has changed", async () => {
  await database.run(ADD, newUser());
  await database.prisma.user.deleteMany({});

  expect(events).toEqual(["_user: 0 users", "ended: 1 users", "_user: 1 users", "ended: 0 users"]);
});

test("a transaction has one mark, also for raw SQL and savepoints; a rolled-back savepoint changed nothing", async () => {
  await database.transaction(async () => {
    await database.run({ text: "savepoint one" });
    await database.run({ text: "update cms.files set hash = hash" });
    await database.run({ text: "rollback to savepoint one" });
    await database.run({ text: "savepoint two" });
    await database.run(ADD, newUser());
    await database.run({ text: "release savepoint two" });
  });

  expect(events).toEqual(["_user: 0 users", "ended: 1 users"]);
});

test("a transaction that changes nothing has no mark, and neither has a read", async () => {
  await database.transaction(() => database.run({ text: "select count(*) from cms.users" }));
  await database.run({ text: "select count(*) from cms.users" });

  expect(events).toEqual([]);
});

test("a write that is refused, or rolled back, ends its mark", async () => {
  const user = newUser();
  await database.run({ ...ADD, changes: ["_user"] }, user);
  events = [];

  const refusal = await failureOf(database.run({ ...ADD, changes: ["_user"] }, user));
  const rollback = await failureOf(
    database.transaction(async () => {
      await database.run(ADD, newUser());
      throw new Error("no");
    }),
  );

  expect([refusal, rollback]).toEqual([expect.objectContaining({ code: "CONFLICT" }), new Error("no")]);
  expect(events).toEqual(["_user: 1 users", "ended: 1 users"]);
});

test("without anybody to tell, the first write waits until all caches are off, and they stay off until somebody can be told", async () => {
  canMark = false;
  const lease = fakeLease();
  const keeper = createAnswerKeeper({ lease, everyMs: 5, url: opened.server.url, log: { warn() {}, info() {} } as never });
  await eventually(() => lease.renewals > 0);

  await Promise.all([database.run({ ...ADD, changes: ["_user"] }, newUser()), database.run(ADD, newUser())]);
  const suspended = (await other.query("select from cms.answer_suspensions")).rowCount;
  const before = lease.renewals;
  await eventually(() => lease.looks > 3);
  const during = lease.renewals - before;
  canMark = true;
  await eventually(() => lease.renewals > before);
  await keeper.close();

  expect([suspended, during, await usersStored()]).toEqual([1, 0, 2]);
});

test("a keeper renews what was written without a mark, and what was marked by a connection that is gone", async () => {
  const gone = new pg.Client({ connectionString: opened.server.url });
  await gone.connect();
  const backend = backendOf(gone);
  const lease = fakeLease([
    { backend, entities: ["page"] },
    { backend: backendOf(other), entities: ["person"] },
  ]);
  const keeper = createAnswerKeeper({ lease, everyMs: 5, url: opened.server.url, log: { warn() {}, info() {} } as never });
  await eventually(() => lease.renewals > 2);
  lease.written.length = 0;
  expect(lease.ended).toEqual([]);

  await other.query("insert into cms.users (id, email, role) values (gen_random_uuid(), 'by-hand@example.org', 'admin')");
  await gone.end();
  await eventually(() => lease.written.length > 0 && lease.ended.length > 0);
  await keeper.close();

  expect(lease.written).toEqual(["_user"]);
  expect(lease.ended).toEqual([{ backend, entities: ["page"] }]);
});

interface TestMark {
  readonly backend: number;
  readonly entities: readonly string[];
}

/** Remembers what a keeper renews. */
function fakeLease(open: TestMark[] = []) {
  const seen = { renewals: 0, looks: 0, written: [] as string[], ended: [] as TestMark[] };
  const lease: AnswerLease<TestMark> = {
    isUp() {
      seen.looks += 1;
      return true;
    },
    hasBegun: () => seen.renewals > 0,
    begin: async () => open,
    async renew({ ended, written }) {
      seen.renewals += 1;
      seen.written.push(...written);
      seen.ended.push(...ended);
      return open.filter((mark) => !seen.ended.includes(mark));
    },
  };
  return Object.assign(seen, lease);
}
