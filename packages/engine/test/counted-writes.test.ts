import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { compileSchema } from "../src/schema.ts";
import type { Principal } from "../src/index.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";
import { createWriter } from "./support/writer.ts";

const ADMIN: Principal = { kind: "user", role: "admin", userId: "01890a5d-ac96-774b-bcce-b302099a8057" };
const schema = compileSchema(
  configOf({
    entities: [
      { name: "note", fields: [{ name: "title", type: "text" }] },
      { name: "other", fields: [{ name: "title", type: "text" }] },
    ],
    roles: [{ name: "admin", isAdmin: true }],
  }),
);
const BY_HAND = "update content.note set title = 'by hand'";

let database: TestTables;
beforeAll(async () => void (database = await openTables()));
beforeEach(async () => {
  await database.reset();
  await database.apply(schema);
});
afterAll(() => database.close());

const counted = async (entity = "note"): Promise<number> => {
  const { rows } = await database.client.query("select coalesce(sum(n), 0)::int as n from cms.entity_stamps where entity = $1", [entity]);
  return rows[0].n;
};

test("creates, updates, deletes and statements by hand count once each, of their own entity", async () => {
  const writer = createWriter(schema, database.client, ADMIN);
  const counts = [await counted()];

  const { id } = await writer.create("note", { title: "a" });
  counts.push(await counted());
  await writer.update("note", id, { title: "b" });
  counts.push(await counted());
  await database.client.query(BY_HAND);
  counts.push(await counted());
  await writer.create("other", { title: "c" });
  await writer.remove("note", id);
  counts.push(await counted());

  expect(counts).toEqual([0, 1, 2, 3, 4]);
});

test("a statement by hand after a write of the same transaction changes the count with it, and after one that is undone on its own", async () => {
  const { client } = database;
  const writer = createWriter(schema, client, ADMIN);
  const { id } = await writer.create("note", { title: "a" });
  const before = await counted();

  await client.query("begin");
  await writer.update("note", id, { title: "b" });
  await client.query(BY_HAND);
  await client.query("rollback");
  const undone = await counted();
  await client.query("begin; savepoint one");
  await writer.update("note", id, { title: "b" });
  await client.query("rollback to savepoint one");
  await client.query(BY_HAND);
  await client.query("commit");

  expect([undone, await counted()]).toEqual([before, before + 1]);
});

test("writers that have not committed don't wait for each other, and each is counted", async () => {
  const clients = await Promise.all(Array.from({ length: 6 }, () => database.connect()));
  await Promise.all(clients.map((client) => client.query("begin; set local lock_timeout = '60s'")));

  await Promise.all(clients.map((client) => createWriter(schema, client, ADMIN).create("note", { title: "a" })));
  const during = await counted();
  await Promise.all(clients.map((client) => client.query("commit")));

  expect([during, await counted()]).toEqual([0, 6]);
});

test("the trigger of an earlier release, which counts all writes, is replaced", async () => {
  const { client } = database;
  await client.query('drop trigger "count" on content.note');
  await client.query(
    "create trigger touch after insert or update or delete or truncate on content.note for each statement execute function cms.touch('note')",
  );

  const changes = await database.apply(schema);

  expect(changes.map(({ step }) => step.kind)).toEqual(["dropTrigger", "createTrigger"]);
  expect(await database.apply(schema)).toEqual([]);
});
