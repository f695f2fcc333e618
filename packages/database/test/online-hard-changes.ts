/** Large tables are changed in ways that change each row, while others read and write them. */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createDatabase } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import type { Blocking } from "./blocking-transactions.ts";
import { blockingTransactions, FEW_ROWS } from "./blocking-transactions.ts";
import { apply } from "./changing.ts";
import { finish } from "./configurations.ts";
import { HARD_CHANGES, isMadeIn } from "./hard-changes.ts";
import { either, traffic } from "./traffic.ts";

/** So many that a transaction that reads all of them is told from one that reads a few. */
const ROWS = process.env["TESTS"] === "long" ? 300_000 : 6_000;
/** Versions of the old name are removed after the final step, 500 at a time. */
const FINISHED_WITHIN_MS = 600_000;
/** The final step reads and writes the unique values of unpublished drafts, which get the default locale. */
const MORE_ROWS: Readonly<Record<string, number>> = { "an entity that becomes translatable": (2 * ROWS) / 10 };

let server: TestPostgres;
let owner: Database;
let site: Database;
const list = (table: string) => `select id, name from content.${table} order by created_at desc, id desc limit 25`;
const rewrite = (table: string) =>
  `update content.${table} set version = version + 1 where id = (select id from content.${table} where id >= (select gen_random_uuid()) order by id limit 1)`;
/** A version, and the record, which a process writes together. */
const save = (table: string) => `with one as (select id, name from content.${table} order by id limit 1 offset 100),
  kept as (insert into cms.versions (id, entity, record_id, number, status, record_version, data)
    select gen_random_uuid(), '${table}', one.id, coalesce(max(v.number), 0) + 1, 'draft', 1, jsonb_build_object('name', one.name)
    from one left join cms.versions v on v.entity = '${table}' and v.record_id = one.id group by one.id, one.name)
  update content.${table} t set version = version + 1 from one where t.id = one.id`;

const CHANGES: readonly (readonly [name: string, older: string, newer: string, expected: object])[] = [
  ["a relation that points to another entity", "author", "author", { authors: ROWS, friends: ROWS / 2, agencies: ROWS / 2 }],
  ["a relation to many that points to another entity", "author", "author", { friends: ROWS, agencies: ROWS }],
  ["one relation that becomes many", "author", "author", { authors: ROWS, friends: ROWS, last: 0 }],
  ["many that become one, of another name", "author", "author", { authors: ROWS, kept: ROWS }],
  ["a field that gets another name and type", "author", "author", { authors: ROWS, kept: ROWS }],
  [
    "a renamed entity with a renamed field and a trash",
    "author",
    "writer",
    { writers: ROWS, drafts: ROWS / 10, placed: ROWS, old: 0, trash: ROWS / 10, trashed: ROWS / 10 },
  ],
  ["an entity that becomes translatable", "author", "author", { authors: ROWS, located: ROWS, grouped: ROWS, codes: ROWS }],
  ["a collection that becomes a global", "author", "author", { authors: 1, name: "Name 7", friends: "Name 8, Name 9" }],
  ["a translatable collection that becomes a global", "author", "author", { authors: 2, groups: 1, names: "Name 7 de, Name 8 en" }],
  [
    "references in a renamed field of a renamed entity to a renamed entity",
    "author",
    "writer",
    { references: ROWS + ROWS / 10, drafts: ROWS / 10, first: "homes.at", last: "homes.at", own: ROWS },
  ],
  ["references to an entity that the same change adds", "author", "author", { references: ROWS, first: "houses.at", own: ROWS }],
  ["a renamed entity", "author", "writer", { writers: ROWS, entity: "writer", drafts: ROWS / 10 }],
];

/** Each change that these tests make, while others read and write. */
export function testOnlineChanges(tests: "slow" | "long"): void {
  jest.setTimeout(900_000);
  beforeEach(async () => {
    server = await startPostgres({ own: true });
    [owner, site] = [createDatabase({ url: server.url, statementMs: 300_000 }), createDatabase({ url: server.url, ...TEST_LIMITS })];
  });
  afterEach(async () => {
    await Promise.all([owner.close(), site.close()]);
    await server.stop();
  });

  test.each(CHANGES.filter(([name]) => isMadeIn(tests, name)))(
    "while there is %s, no read and no write fails, or waits for a transaction that goes through a table",
    async (name, older, newer, expected) => {
      const change = HARD_CHANGES[name];
      if (!change) throw new Error(name);
      await change.fill(owner, ROWS);
      await owner.pool.query("vacuum analyze");
      const hasHistory = older !== newer;

      const stop = traffic(
        site,
        either(list(older), list(newer)),
        either(hasHistory ? save(older) : rewrite(older), hasHistory ? save(newer) : rewrite(newer)),
      );
      const found: Blocking[] = [];
      const { state } = await apply(blockingTransactions(owner, found), change.to, { allowDataLoss: true });
      const count = await stop();
      await finish(owner, FINISHED_WITHIN_MS);

      expect({ state, isBusy: count > 10 }).toEqual({ state: "applied", isBusy: true });
      const limit = FEW_ROWS + (MORE_ROWS[name] ?? 0);
      expect(found.some(({ rows }) => rows <= limit)).toBe(true);
      expect(found.filter(({ rows }) => rows > limit)).toEqual([]);
      expect(await change.stored(owner)).toEqual([expect.objectContaining(expected)]);
    },
  );
}
