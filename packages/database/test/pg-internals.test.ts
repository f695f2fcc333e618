import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { backendOf, deallocate, onRelease, queryTimeoutOf, sendUntimed } from "../src/connections/pg-internals.ts";

let server: TestPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool({ connectionString: server.url, max: 1, query_timeout: 60_000 });
});
afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

/** What the module reads, with the types of its values in a connected client. */
const READ = {
  "connectionParameters.query_timeout": "number",
  "connection.parsedStatements": "object",
  "connection.close": "function",
  processID: "number",
  release: "function",
};

async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  return work(client).finally(() => client.release());
}

const typeAt = (path: string, object: unknown): string =>
  typeof path.split(".").reduce((value: any, name) => (value === null ? undefined : value?.[name]), object);

test("this version of pg has all internal members that are read", async () => {
  const found = await withClient(async (client) => Object.fromEntries(Object.keys(READ).map((path) => [path, typeAt(path, client)])));

  expect(found).toEqual(READ);
});

test("the client's time limit is known, and a query that is sent without it is not ended by it", async () => {
  const timed = await withClient(async (client) => queryTimeoutOf(client));
  const client = new pg.Client({ connectionString: server.url, query_timeout: 1 });
  await client.connect();

  const rows = await new Promise((resolve, reject) => {
    const answered = (error: Error | null | undefined, result: pg.QueryResult): void => (error ? reject(error) : resolve(result.rows));
    sendUntimed(client, new pg.Query("select 1 as one from pg_sleep($1)", ["0.2"], answered));
  });
  await client.end();

  expect(timed).toBe(60_000);
  expect(queryTimeoutOf(client)).toBe(1);
  expect(rows).toEqual([{ one: 1 }]);
});

test("a deallocated statement is gone at the server, and its next run prepares it again", async () => {
  const prepared = async (client: pg.PoolClient) =>
    (await client.query<{ name: string }>("select name from pg_prepared_statements")).rows.map(({ name }) => name);

  const [before, after, again] = await withClient(async (client) => {
    const run = () => client.query({ name: "counted", text: "select 1" });
    await run();
    const first = await prepared(client);
    deallocate(client, "counted");
    const second = await prepared(client);
    await run();
    return [first, second, await prepared(client)];
  });

  expect({ before, after, again }).toEqual({ before: ["counted"], after: [], again: ["counted"] });
});

test("the number of a client's process is the server's", async () => {
  const [known, actual] = await withClient(async (client) => [
    backendOf(client),
    (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid,
  ]);

  expect(known).toBe(actual);
  expect(backendOf(new pg.Client())).toBe(0);
});

test("a client that is lent again no longer calls what waited for its earlier return", async () => {
  let calls = 0;
  onRelease(await pool.connect(), () => void (calls += 1)).release();

  await withClient(async () => undefined);

  expect(calls).toBe(1);
});
