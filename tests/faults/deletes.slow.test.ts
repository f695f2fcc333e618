/** Records that many others refer to: deleted within the time of a statement, and removed behind that, whatever is killed. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startTestStack } from "../support/stack.ts";
import type { TestStack } from "../support/stack.ts";

const MANY = 30_000;
const TIMEOUT = 600_000;

let stack: TestStack;
let client: pg.Client;
beforeAll(async () => {
  stack = await startTestStack({
    configFile: join(import.meta.dirname, "deletes.config.ts"),
    variables: { CONFIRM_MINUTES: "0", RATE_LIMIT_PER_MINUTE: "100000", RATE_LIMIT_USER_PER_MINUTE: "100000" },
  });
  client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
}, TIMEOUT);
afterAll(async () => {
  await client?.end();
  await stack?.stop();
});

async function fill(entity: string, text: string, author: string): Promise<void> {
  await client.query(
    `insert into content.${entity} (id, created_at, updated_at, published_at, ${text}, author)
     select gen_random_uuid(), now(), now(), now(), 'lasting ' || n, $1 from generate_series(1, ${MANY}) n`,
    [author],
  );
  await client.query(`vacuum analyze content.${entity}`);
}

/** How many rows the query finds past the service. */
async function countOf(query: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${query}`);
  return rows[0]?.count ?? Number.NaN;
}

/** The answers to readers; null if the service is not available. */
async function answersFor(author: string, article: string) {
  const { admin } = stack;
  const total = async (path: string) => (await admin.get(`/api/${path}&limit=0&count=exact`)).body?.meta?.total;
  const found = async () => (await admin.get("/api/search?q=lasting&limit=20")).body?.results?.length;
  const answers = {
    author: (await admin.get(`/api/author/${author}`)).status,
    authors: await total("author?filter[name]=Ines"),
    article: (await admin.get(`/api/article/${article}`)).body?.data?.author,
    named: await total(`article?filter[author]=${author}`),
    unnamed: await total("article?filter[author][$null]=true"),
    comments: await total("comment?"),
    found: await found(),
  };
  return answers.author >= 500 || Object.values(answers).includes(undefined) ? null : answers;
}

test(
  "a record with 30,000 that refer to it and 30,000 that go along is gone with the answer, and a killed content service leaves nothing undone",
  async () => {
    const { admin } = stack;
    const author = (await admin.post("/api/author", { name: "Ines" })).body.data.id;
    const article = (await admin.post("/api/article", { title: "one", author })).body.data.id;
    await fill("article", "title", author);
    await fill("comment", "text", author);
    const seen: unknown[] = [];

    const answer = await admin.delete(`/api/author/${author}`);
    const again = await admin.post("/api/author", { name: "Eva", slug: "ines" });
    const leftBehind = await countOf("cms.removals");
    for (let kills = 0; (await countOf("cms.removals")) > 0;) {
      const answers = await answersFor(author, article);
      if (answers) seen.push(answers);
      const cleared = await countOf("content.article where author is null");
      if (kills > 0 || cleared === 0) continue;
      kills++;
      const pid = await stack.pidOf("content");
      if (pid !== null) process.kill(pid, "SIGKILL");
      await sleep(300);
    }
    seen.push(await answersFor(author, article));

    const gone = { author: 404, authors: 0, article: null, named: 0, unnamed: MANY + 1, comments: 0, found: 0 };
    expect([answer.status, answer.body]).toEqual([200, { data: { id: author } }]);
    expect([again.status, leftBehind]).toEqual([201, MANY + 1]);
    expect(seen.length).toBeGreaterThan(2); // it was looked at meanwhile
    expect(seen.filter((answers) => JSON.stringify(answers) !== JSON.stringify(gone))).toEqual([]);
    expect([
      await countOf("content.comment"),
      await countOf("content.author"),
      await countOf("content.article where version <> 1"),
    ]).toEqual([0, 1, 0]);
  },
  TIMEOUT,
);
