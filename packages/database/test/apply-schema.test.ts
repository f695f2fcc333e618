import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { validateConfig } from "@colophon/config";
import type { EntityDefinition } from "@colophon/config";
import { compileSchema, tableChanges } from "@colophon/engine";
import type { Schema } from "@colophon/engine";
import pg from "pg";
import { eventually } from "../../../tests/support/eventually.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { SchemaRefused, applySchema, createDatabase, migrate, newId, readCatalog, waitForSchema } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { failureOf } from "./support.ts";

const ARTICLE: EntityDefinition = {
  name: "article",
  versions: true,
  fields: [
    { name: "title", type: "text", required: true, searchable: true },
    { name: "slug", type: "slug", from: "title" },
    { name: "author", type: "relation", to: "author" },
    { name: "tags", type: "relation", to: "author", many: true },
  ],
};
const AUTHOR: EntityDefinition = { name: "author", fields: [{ name: "name", type: "text" }] };
const SETTINGS: EntityDefinition = { name: "settings", global: true, versions: true, fields: [{ name: "motto", type: "text" }] };
const IMPRINT: EntityDefinition = { name: "imprint", global: true, fields: [{ name: "company", type: "text", required: true }] };
const ADMIN = "Boss@example.org";

let server: TestPostgres;
let open: Database[] = [];
beforeEach(async () => void (server = await startPostgres({ migrated: true })));
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()));
  await server.stop();
});

/** A database without the system tables takes the place of the test's. */
async function useEmptyDatabase(): Promise<void> {
  await server.stop();
  server = await startPostgres();
}

function schemaOf(...entities: EntityDefinition[]): Schema {
  const checked = validateConfig({ entities, roles: [{ name: "admin", isAdmin: true }] });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return compileSchema(checked.config);
}

/** What a process does at start. */
async function start(schema: Schema, options: Partial<Parameters<typeof applySchema>[2]> = {}) {
  const database = createDatabase({ url: server.url, ...TEST_LIMITS });
  open.push(database);
  await migrate(database.pool);
  const applied = await applySchema(database, schema, { tableChanges, adminEmail: ADMIN, ...options });
  return { database, applied };
}

/** Waits until the server has closed the connections, too: until then it counts the process as running. */
async function stop(database: Database): Promise<void> {
  open = open.filter((other) => other !== database);
  await database.close();
  const client = new pg.Client(server.url);
  await client.connect();
  const running = "select from pg_stat_activity where datname = current_database() and application_name like 'colophon %'";
  const closed = { what: "the connections are closed", accepts: (connections: number) => connections <= open.length };
  await eventually(async () => (await client.query(running)).rowCount ?? 0, closed);
  await client.end();
}

/** Waits for a connection other than `before` whose process uses that configuration. */
function announcingBackend(database: Database, { hash }: Schema, before: number | null = null): Promise<number> {
  const saying = "select pid from pg_stat_activity where application_name = $1 and pid is distinct from $2";
  const values = [`colophon ${hash.slice(0, 32)}`, before];
  return eventually(async () => (await database.pool.query<{ pid: number }>(saying, values)).rows[0]?.pid, {
    what: "a connection says so",
  });
}

async function columnsOf(database: Database, table: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_schema = 'content' and table_name = $1",
    [table],
  );
  return rows.map(({ column_name }) => column_name).toSorted();
}

test("the tables of a configuration are created once; the next start changes nothing", async () => {
  const schema = schemaOf(ARTICLE, AUTHOR, SETTINGS);

  const { database, applied } = await start(schema);
  let planned = 0;
  const again = await applySchema(database, schema, { tableChanges: (...given) => (planned++, tableChanges(...given)) });

  expect(applied.state).toBe("applied");
  expect(await columnsOf(database, "article")).toEqual([
    "author",
    "created_at",
    "created_by",
    "created_by_kind",
    "id",
    "published_at",
    "slug",
    "title",
    "updated_at",
    "updated_by",
    "updated_by_kind",
    "version",
  ]);
  expect(again).toEqual({ state: "unchanged", changes: [] });
  expect(planned).toBe(0); // it compares no table
});

test("a start compares the tables once; twice if something is built while the site is running", async () => {
  const tagged: EntityDefinition = { ...AUTHOR, fields: [...AUTHOR.fields, { name: "rank", type: "number", index: true }] };
  const one = "insert into content.author (id, created_at, updated_at) values (gen_random_uuid(), now(), now())";
  const compared: number[] = [];
  for (const schema of [schemaOf(ARTICLE, AUTHOR), schemaOf(AUTHOR, SETTINGS), schemaOf(tagged, SETTINGS)]) {
    let times = 0;
    const { database } = await start(schema, { tableChanges: (...given) => (times++, tableChanges(...given)) });
    await database.pool.query(one);
    await stop(database);
    compared.push(times);
  }

  expect(compared).toEqual([1, 1, 2]);
});

test("the created tables match the engine's plan: a comparison with the catalog finds only its functions", async () => {
  const schema = schemaOf(ARTICLE, AUTHOR, SETTINGS, IMPRINT);
  const { database } = await start(schema);

  const client = await database.pool.connect();
  const left = tableChanges(schema, await readCatalog(client));
  client.release();

  expect(left.filter(({ sql }) => !sql.startsWith("create or replace function"))).toEqual([]);
});

test("of five processes that start simultaneously on an empty database, one creates the tables, and all are ready", async () => {
  await useEmptyDatabase();
  const schema = schemaOf(ARTICLE, AUTHOR, SETTINGS);

  const started = await Promise.all(Array.from({ length: 5 }, () => start(schema)));

  expect(started.map(({ applied }) => applied.state).toSorted()).toEqual(["applied", "unchanged", "unchanged", "unchanged", "unchanged"]);
  const { rows } = await started[0]!.database.pool.query(
    `select (select count(*)::int from content.settings) as settings, (select count(*)::int from cms.users) as users, (select count(*)::int from cms.schema_state) as states`,
  );
  expect(rows).toEqual([{ settings: 1, users: 1, states: 1 }]);
});

test("a change that would lose stored values stops the start and names each loss; it is made when it is allowed", async () => {
  const { database } = await start(schemaOf(ARTICLE, AUTHOR));
  await database.pool.query("insert into content.author (id, created_at, updated_at, name) values ($1, now(), now(), 'Ada')", [newId()]);
  const without = schemaOf({ name: "author", fields: [{ name: "born", type: "date" }] });

  const refused = await failureOf(start(without));
  const kept = await columnsOf(database, "author");
  const allowedOther = await failureOf(start(without, { allowDataLoss: ["article"] }));
  await stop(database);
  const { applied, database: newer } = await start(without, { allowDataLoss: ["author"] });

  expect(refused).toBeInstanceOf(SchemaRefused);
  expect(refused).toMatchObject({ reasons: [expect.stringContaining("author.name")] });
  expect(String(refused)).toContain("ALLOW_DATA_LOSS=author.name");
  expect(kept).toContain("name");
  expect(allowedOther).toBeInstanceOf(SchemaRefused);
  expect(applied.state).toBe("applied");
  expect(await columnsOf(newer, "author")).toEqual([
    "born",
    "created_at",
    "created_by",
    "created_by_kind",
    "id",
    "published_at",
    "updated_at",
    "updated_by",
    "updated_by_kind",
    "version",
  ]);
});

test("a field that becomes unique while stored values repeat stops the start with a message that doesn't contain the values", async () => {
  const { database } = await start(schemaOf(AUTHOR));
  await database.pool.query(
    "insert into content.author (id, created_at, updated_at, name) values ($1, now(), now(), 'canary'), ($2, now(), now(), 'canary')",
    [newId(), newId()],
  );
  await stop(database);

  const refused = await failureOf(start(schemaOf({ ...AUTHOR, fields: [{ name: "name", type: "text", unique: true }] })));

  expect(refused).toBeInstanceOf(SchemaRefused);
  expect((refused as SchemaRefused).reasons).toEqual([expect.stringContaining("author.name: some records have the same value")]);
  expect((refused as SchemaRefused).message).not.toContain("canary");
});

test("renamedFrom keeps the values", async () => {
  const { database } = await start(schemaOf(AUTHOR));
  await database.pool.query("insert into content.author (id, created_at, updated_at, name) values ($1, now(), now(), 'Ada')", [newId()]);

  await start(schemaOf({ name: "writer", renamedFrom: "author", fields: [{ name: "fullName", type: "text", renamedFrom: "name" }] }));

  const { rows } = await database.pool.query('select "fullName" from content.writer');
  expect(rows).toEqual([{ fullName: "Ada" }]);
});

test("a replica with an older configuration doesn't change a newer one's tables, and uses them if they are compatible", async () => {
  const older = schemaOf(AUTHOR);
  const newer = schemaOf({ ...AUTHOR, fields: [...AUTHOR.fields, { name: "born", type: "date" }] }, SETTINGS);
  await start(older);
  const { database } = await start(newer);

  const { applied } = await start(older, { allowDataLoss: true });

  expect(applied).toEqual({ state: "older", changes: [] });
  expect(await columnsOf(database, "author")).toContain("born");
  const { rows } = await database.pool.query("select hash from cms.schema_state where superseded_at is null");
  expect(rows).toEqual([{ hash: newer.hash }]);
});

test("a replica with an older configuration is compatible if searchable fields were added or removed", async () => {
  const searching = (searchable: boolean) => schemaOf({ name: "author", fields: [{ name: "name", type: "text", searchable }] });
  const [less, more] = [searching(false), searching(true)];
  await start(less);
  const { database } = await start(more);

  const { applied, database: fitting } = await start(less);
  const { rows } = await database.pool.query(`select to_regclass('content."grams.author.name.live"') is not null as kept`);
  await Promise.all([stop(database), stop(fitting)]);
  await start(less);

  expect([applied.state, rows]).toEqual(["older", [{ kept: true }]]);
  expect((await start(more)).applied.state).toBe("older"); // it finds without the index
});

test("a replica with an older configuration that is incompatible with the newer one's tables is refused", async () => {
  const older = schemaOf(AUTHOR);
  await stop((await start(older)).database);
  await start(schemaOf({ name: "author", fields: [{ name: "fullName", type: "text", renamedFrom: "name" }] }));

  const refused = await failureOf(start(older));

  expect(refused).toBeInstanceOf(SchemaRefused);
  expect(String(refused)).toContain("newer configuration");
});

test("a process counts as running its configuration before it changes a table, and again after its connections were lost", async () => {
  const { database } = await start(schemaOf(AUTHOR));
  const newer = schemaOf(AUTHOR, SETTINGS);
  const busy = await database.pool.connect();
  await busy.query("begin");
  await busy.query("lock table cms.schema_state in share mode"); // so that the newer change can't be completed

  const starting = start(newer);
  const backend = await announcingBackend(database, newer);
  await busy.query("commit");
  busy.release();
  await starting;
  await database.pool.query("select pg_terminate_backend($1)", [backend]);

  expect(backend).not.toBe(null);
  expect(await announcingBackend(database, newer, backend)).not.toBe(null);
});

test("when no process uses the newer configuration, returning to the older one is a normal change", async () => {
  const older = schemaOf(AUTHOR);
  const first = await start(older);
  await stop(first.database);
  const second = await start(schemaOf(AUTHOR, SETTINGS), {});
  await stop(second.database);

  const refused = await failureOf(start(older)); // the settings' seeded row would be lost
  const { applied } = await start(older, { allowDataLoss: ["settings"] });

  expect(refused).toBeInstanceOf(SchemaRefused);
  expect(applied.state).toBe("applied");
});

test("a global with optional fields only gets a published row; one with a required field gets none", async () => {
  const { database } = await start(schemaOf(SETTINGS, IMPRINT));

  const { rows } = await database.pool.query("select version, published_at is not null as published from content.settings");
  const imprint = await database.pool.query("select from content.imprint");

  expect(rows).toEqual([{ version: 1, published: true }]);
  expect(imprint.rowCount).toBe(0);
});

test("the first admin is created from CMS_ADMIN_EMAIL, once", async () => {
  const schema = schemaOf(AUTHOR);

  const { database } = await start(schema);
  await start(schema, { adminEmail: "other@example.org" });

  expect(await database.prisma.user.findMany({ select: { email: true, name: true, role: true } })).toEqual([
    { email: "boss@example.org", name: "boss", role: "admin" },
  ]);
});

test("without a stored admin and without CMS_ADMIN_EMAIL the start is refused before anything is changed", async () => {
  const schema = schemaOf(AUTHOR);

  const refused = await failureOf(start(schema, { adminEmail: undefined }));

  expect(String(refused)).toContain("CMS_ADMIN_EMAIL");
  expect(await columnsOf(open[0]!, "author")).toEqual([]);
});

test("a user with that address becomes an admin if there is no other", async () => {
  const schema = schemaOf(AUTHOR);
  const { database } = await start(schema);
  await database.prisma.user.updateMany({ data: { role: "gone" } });

  await start(schema);

  expect(await database.prisma.user.findMany({ select: { role: true, version: true } })).toEqual([{ role: "admin", version: 2 }]);
});

test("other services wait until the tables exist", async () => {
  await useEmptyDatabase();
  const schema = schemaOf(AUTHOR);
  const waiting = createDatabase({ url: server.url, ...TEST_LIMITS });
  open.push(waiting);

  const found = waitForSchema(waiting, schema.hash).then(() => columnsOf(waiting, "author"));
  await start(schema);

  expect(await found).toContain("name");
});

test("waiting ends with the abort signal", async () => {
  await useEmptyDatabase();
  const waiting = createDatabase({ url: server.url, ...TEST_LIMITS });
  open.push(waiting);

  const stop = new AbortController();
  const ended = failureOf(waitForSchema(waiting, "x", { signal: stop.signal }));
  stop.abort();

  expect(await ended).toMatchObject({ name: "AbortError" });
});

test("tables in use are changed as soon as they are free", async () => {
  const { database } = await start(schemaOf(AUTHOR));
  const busy = await database.pool.connect();
  await busy.query("begin");
  await busy.query("select from content.author");
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

  const starting = start(schemaOf({ ...AUTHOR, fields: [...AUTHOR.fields, { name: "born", type: "date" }] }));
  await eventually(async () => (await database.pool.query(waiting)).rowCount === 1, { what: "the change waits for the table" });
  await busy.query("commit");
  busy.release();
  const { applied } = await starting;

  expect(applied.state).toBe("applied");
});

test("each write to an entity's table changes its stamp", async () => {
  const { database } = await start(schemaOf(AUTHOR));
  const stamp = async () =>
    (await database.one({ text: "select coalesce(sum(n), 0)::int as n from cms.entity_stamps where entity = 'author'" }))?.["n"];
  const seen = [await stamp()];

  await database.pool.query("insert into content.author (id, created_at, updated_at) values ($1, now(), now())", [newId()]);
  seen.push(await stamp());
  await database.pool.query("delete from content.author");
  seen.push(await stamp());

  expect(seen).toEqual([0, 1, 2]);
});
