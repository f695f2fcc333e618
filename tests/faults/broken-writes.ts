import { expect } from "@jest/globals";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Answer } from "../support/http/client.ts";
import type { TestStack } from "../support/stack/stack.ts";

/** The time for a restart of a process or server on a busy machine. */
const RETRY_LIMIT_MS = 180_000;
const TAGS = 2;

/** The acknowledged writes: the last title and the number of writes of each record, by id. */
interface Journal {
  readonly acknowledged: Map<string, { title: string; writes: number }>;
  readonly retries: number;
}

/**
 * Creates `count` records and updates every third of them, with four concurrent writers. A request without an answer, or with 503 or
 * 409, is repeated; creates are repeated with the same Idempotency-Key. `fail` is called `failureCount` times, spread over the writes, and not awaited.
 */
export async function writeThrough(
  { admin }: TestStack,
  { count, failureCount, fail }: { count: number; failureCount: number; fail: () => Promise<void> },
): Promise<Journal> {
  const tags = await Promise.all(Array.from({ length: TAGS }, () => admin.post("/api/tag", { label: "of all" })));
  const tagIds = tags.map(({ data }) => data.id);
  const acknowledged: Journal["acknowledged"] = new Map();
  let retries = 0;
  let next = 0;
  let failing = Promise.resolve();
  const everyNth = Math.floor(count / (failureCount + 1));

  const persist = async (send: (key: string) => Promise<Answer>): Promise<Answer> => {
    const key = randomUUID();
    const giveUpAt = performance.now() + RETRY_LIMIT_MS;
    for (;;) {
      const answer = await send(key).catch(() => null);
      const isFinal = answer !== null && answer.status !== 503 && answer.status !== 409; // 409: the first request is still running
      if (isFinal || performance.now() > giveUpAt) return answer ?? Promise.reject(new Error("The server did not answer"));
      retries++;
      await sleep(100);
    }
  };
  const work = async () => {
    for (let number = next++; number < count; number = next++) {
      if (number > 0 && number % everyNth === 0 && number / everyNth <= failureCount) failing = failing.then(fail);
      const title = `record ${number}`;
      const made = await persist((key) => admin.post("/api/post", { title, tags: tagIds }, { "idempotency-key": key }));
      expect([made.status, made.text]).toEqual([201, expect.stringContaining(title)]);
      acknowledged.set(made.data.id, { title, writes: 1 });
      if (number % 3 > 0) continue;
      const renamed = `${title}, again`;
      const changed = await persist(() => admin.put(`/api/post/${made.data.id}`, { title: renamed }));
      expect([changed.status, changed.text]).toEqual([200, expect.stringContaining(renamed)]);
      acknowledged.set(made.data.id, { title: renamed, writes: 2 });
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  await failing;
  return { acknowledged, retries };
}

/** Kills a process twice during writes: each is acknowledged in the end, none is lost, none is stored twice or partly. */
export async function expectWholeAfterKillsOf(name: string, stack: TestStack): Promise<void> {
  const kill = async () => {
    const pid = await stack.pidOf(name);
    if (pid !== null) process.kill(pid, "SIGKILL");
    await sleep(500);
  };

  const journal = await writeThrough(stack, { count: 60, failureCount: 2, fail: kill });

  expect(journal.acknowledged.size).toBe(60);
  expect(journal.retries).toBeGreaterThan(0); // it did hurt
  await expectWhole(stack.databaseUrl, journal);
}

/** Checks in the database that each acknowledged write is stored completely, and no record twice. */
export async function expectWhole(databaseUrl: string, { acknowledged }: Journal): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(ROWS);
  await client.end();
  const found = new Map(rows.map((row) => [row.id, row]));

  expect([...acknowledged].filter(([id, { title }]) => found.get(id)?.title !== title)).toEqual([]); // no lost writes
  expect(rows.filter(({ id }) => !acknowledged.has(id))).toEqual([]); // no duplicates
  expect(rows.filter(({ tags }) => tags !== TAGS)).toEqual([]); // no incomplete records
  expect(rows.filter(({ version, versions, published }) => versions !== version || published !== 1)).toEqual([]);
  // A repeated write without a key may have run twice, but never fewer times than it was acknowledged.
  expect(rows.filter(({ id, version }) => version < (acknowledged.get(id)?.writes ?? 0))).toEqual([]);
}

const ROWS = `
  select id, title, version,
    (select count(*)::int from content."post__tags" where source_id = p.id) as tags,
    (select count(*)::int from cms.versions v where v.entity = 'post' and v.record_id = p.id) as versions,
    (select count(*)::int from cms.versions v where v.entity = 'post' and v.record_id = p.id and v.published) as published
  from content.post p`;
