/** Deletion of records with many references: the request takes no longer than a statement, and the rest is removed in the background, even if processes are killed. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { SEPARATE, startTestStack } from "../support/stack/stack.ts";
import type { TestStack } from "../support/stack/stack.ts";

const MANY = 10_000;
const TIMEOUT = 600_000;

let stack: TestStack;
let client: pg.Client;
beforeAll(async () => {
  stack = await startTestStack({
    configFile: join(import.meta.dirname, "deletes.config.ts"),
    variables: { ...SEPARATE, CONFIRM_MINUTES: "0", RATE_LIMIT_PER_MINUTE: "100000", RATE_LIMIT_USER_PER_MINUTE: "100000" },
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

const NEW_IMAGE = `
  insert into cms.images (id, published_at, filename, "mimeType", size, url, hash, storage_key)
  values (gen_random_uuid(), now(), 'one.png', 'image/png', 1, '/api/assets/one.png', 'of one', 'originals/one') returning id`;

/** The number of rows, read directly from the database. */
async function countOf(query: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${query}`);
  return rows[0]?.count ?? Number.NaN;
}

/** What readers see of the records; null if the service is unavailable. */
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

/** Kills the content service while references in this column are being cleared, and calls `look` until all removals are complete. */
async function killInTheMiddle(column: string, look: () => Promise<void>): Promise<void> {
  for (let kills = 0; (await countOf("cms.removals")) > 0;) {
    await look();
    const cleared = await countOf(`content.article where ${column} is null`);
    if (kills > 0 || cleared === 0) continue;
    kills++;
    const pid = await stack.pidOf("content");
    if (pid !== null) process.kill(pid, "SIGKILL");
    await sleep(300);
  }
}

test(
  "a record with 10,000 references and 10,000 cascading records is missing after the answer, and the work is completed after the content service is killed",
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
    await killInTheMiddle("author", async () => {
      const answers = await answersFor(author, article);
      if (answers) seen.push(answers);
    });
    seen.push(await answersFor(author, article));

    const gone = { author: 404, authors: 0, article: null, named: 0, unnamed: MANY + 1, comments: 0, found: 0 };
    expect([answer.status, answer.body]).toEqual([200, { data: { id: author } }]);
    expect([again.status, leftBehind]).toEqual([201, MANY + 1]);
    expect(seen.length).toBeGreaterThan(2); // readers sent requests during the removal
    expect(seen.filter((answers) => JSON.stringify(answers) !== JSON.stringify(gone))).toEqual([]);
    expect([
      await countOf("content.comment"),
      await countOf("content.author"),
      await countOf("content.article where version <> 1"),
    ]).toEqual([0, 1, 0]);
  },
  TIMEOUT,
);

test(
  "a user and an image, each in 10,000 records, are missing after the answers, and the work is completed after the content service is killed",
  async () => {
    const { admin } = stack;
    const writer = (await admin.post("/api/_user", { email: "ines@example.com", role: "admin" })).body.data.id;
    const cover = (await client.query<{ id: string }>(NEW_IMAGE)).rows[0]?.id ?? "";
    await client.query("delete from content.article");
    await client.query(
      `insert into content.article (id, created_at, updated_at, published_at, title, writer, cover)
       select gen_random_uuid(), now(), now(), now(), 'shown ' || n, $1, $2 from generate_series(1, ${MANY}) n`,
      [writer, cover],
    );
    await client.query("vacuum analyze content.article");
    const seen: unknown[] = [];
    const look = async () => {
      const paths = [`/api/_user/${writer}`, `/api/_image/${cover}`];
      const statuses = await Promise.all(paths.map(async (path) => (await admin.get(path)).status));
      const shown = (await admin.get("/api/article?limit=1")).body?.data?.[0];
      const named = (await admin.get(`/api/article?filter[writer]=${writer}&limit=0&count=exact`)).body?.meta?.total;
      if (shown && named !== undefined && Math.max(...statuses) < 500) seen.push([...statuses, shown.writer, shown.cover, named]);
    };

    const answers = [await admin.delete(`/api/_user/${writer}`), await admin.delete(`/api/_image/${cover}`)];
    const leftBehind = await countOf("cms.removals");
    const again = await admin.post("/api/_user", { email: "ines@example.com", role: "admin" });
    await killInTheMiddle("writer", look);
    await look();

    expect([...answers, again].map(({ status }) => status)).toEqual([200, 200, 201]);
    expect(leftBehind).toBe(2);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.filter((told) => JSON.stringify(told) !== "[404,404,null,null,0]")).toEqual([]);
    expect([
      await countOf("content.article where num_nonnulls(writer, cover) > 0 or version <> 1"),
      await countOf("cms.images"),
      await countOf(`cms.users where id = '${writer}'`),
    ]).toEqual([0, 0, 0]);
  },
  TIMEOUT,
);
