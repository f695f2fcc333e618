import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { newId } from "../src/index.ts";
import { openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";

let opened: Opened;
const clients: pg.Client[] = [];
beforeAll(async () => void (opened = await openDatabase(TEST_LIMITS)));
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await opened.close();
});

async function writer(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: opened.server.url, lock_timeout: 60_000 });
  clients.push(client);
  await client.connect();
  return client;
}

const add = (client: pg.Client) =>
  client.query("insert into cms.users (id, email, role) values ($1, $2, 'admin')", [newId(), `${newId()}@example.org`]);
const stamp = async () =>
  (await opened.database.one({ text: "select coalesce(sum(n), 0)::int as n from cms.entity_stamps where entity = '_user'" }))?.["n"];
const rows = async () =>
  (await opened.database.one({ text: "select count(*)::int as n from cms.entity_stamps where entity = '_user'" }))?.["n"];

test("writers of one entity that have not committed yet don't wait for each other, however many they are", async () => {
  const writers = await Promise.all(Array.from({ length: 40 }, writer));
  const before = Number(await stamp());

  await Promise.all(writers.map((client) => client.query("begin")));
  const failures = (await Promise.allSettled(writers.map(add))).filter(({ status }) => status === "rejected");
  const during = await stamp();
  await Promise.all(writers.map((client) => client.query("commit")));

  expect(failures).toEqual([]);
  expect([during, await stamp()]).toEqual([before, before + 40]);
});

test("a stamp changes when a write commits, in any order, and not when one is rolled back", async () => {
  const [first, second, undone] = await Promise.all([writer(), writer(), writer()]);
  const seen = [await stamp()];
  for (const client of [first, second, undone]) {
    await client.query("begin");
    await add(client);
  }

  seen.push(await stamp());
  await second.query("commit");
  seen.push(await stamp());
  await first.query("commit");
  seen.push(await stamp());
  await undone.query("rollback");
  seen.push(await stamp());

  const start = Number(seen[0]);
  expect(seen).toEqual([start, start, start + 1, start + 2, start + 2]);
});

test("sequential writes count in the same row, also several times in one transaction", async () => {
  const one = await writer();
  const before = await rows();

  for (let times = 0; times < 20; times++) await add(one);
  await one.query("begin");
  for (let times = 0; times < 20; times++) await add(one);
  await one.query("commit");

  expect(await rows()).toBe(before);
});
