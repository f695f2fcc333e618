/** Requests that wait while a change replaces a table. Their statements were prepared for the table before. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { ConfigDefinition, FieldDefinition } from "@colophon/config";
import { eventually } from "../../../tests/support/eventually.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const site = (title: FieldDefinition): ConfigDefinition => ({
  entities: [
    { name: "tag", fields: [{ name: "label", type: "text" }] },
    {
      name: "page",
      versions: true,
      trash: true,
      fields: [
        { name: "body", type: "text", searchable: true },
        { name: "slug", type: "slug", from: "body" },
        { name: "tags", type: "relation", to: "tag", many: true },
        title,
      ],
    },
  ],
  roles: [{ name: "admin", isAdmin: true }],
});
const BEFORE = site({ name: "title", type: "text" });
const AFTER = site({ name: "headline", type: "text", renamedFrom: "title" });

let postgres: TestPostgres;
const services = new Set<TestService>();
const start = async (definition: ConfigDefinition): Promise<TestService> => {
  const service = await startService(definition, { on: postgres });
  services.add(service);
  return service;
};
const stop = (service: TestService) => (services.delete(service), service.stop());
beforeEach(async () => void (postgres = await startPostgres({ migrated: true })));
afterEach(async () => {
  await Promise.all([...services].map(stop));
  await postgres.stop();
});

/** Requests that read and write pages, those that write on a page of their own. */
async function requestsOf(client: Client) {
  const tag = (await client.post("/api/tag", { label: "x" })).json.data.id;
  const made = await Promise.all(Array.from({ length: 4 }, () => client.post("/api/page", { body: "made", tags: [tag] })));
  const [drafted, published, written, trashed] = made.map(({ json }) => `/api/page/${json.data.id}`);
  return [
    () => client.get("/api/page"),
    () => client.get("/api/page?draft=true"),
    () => client.get(`${drafted}?draft=true`),
    () => client.put(`${drafted}?draft=true`, { body: "drafted" }),
    () => client.post(`${published}/publish`),
    () => client.put(`${written}`, { body: "written", tags: [] }),
    () => client.post("/api/page", { body: "made", tags: [tag] }),
    () => client.delete(`${trashed}`),
  ];
}

const WAITING = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
const CONNECTIONS = 10;

/** Sends requests while a change holds its locks, on connections that have sent the same before. @returns their answers */
async function answersBeside({ database, as, lines }: TestService, change: readonly string[]): Promise<readonly unknown[]> {
  const [requests = [], ...earlier] = await Promise.all(Array.from({ length: CONNECTIONS + 1 }, () => requestsOf(as("admin"))));
  for (const at of requests.keys()) await Promise.all(earlier.map(async (sent) => sent[at]?.()));
  const changing = await database.pool.connect();
  await changing.query("begin");
  for (const statement of change) await changing.query(statement);
  const answers = Promise.all(requests.map((send) => send()));
  await eventually(async () => (await database.pool.query(WAITING)).rowCount === requests.length, { what: "all requests wait" });
  await changing.query("commit");
  changing.release();
  const failed = (await answers).filter(({ status }) => status > 299).map(({ text }) => text);
  return [...failed, ...(failed.length > 0 ? lines.filter((line) => line.includes("INTERNAL_ERROR")) : [])];
}

test("no request fails that waits while a field gets a second name", async () => {
  const older = await start(BEFORE);

  const failures = await answersBeside(older, [
    `do $$ begin execute (select format('drop trigger %I on content.page', tgname) from pg_trigger
      where tgrelid = 'content.page'::regclass and tgname like 'audit.%'); end $$`, // another one takes its place
    "alter table content.page rename column title to headline",
    'alter table content.page rename to "page__.stored"',
    'create view content.page as select *, headline as title from content."page__.stored"',
  ]);

  expect(failures).toEqual([]);
});

test("no request fails that waits while the old name of a field is removed", async () => {
  const older = await start(BEFORE);
  const newer = await start(AFTER);
  await stop(older);

  const failures = await answersBeside(newer, Array<string>(5).fill("select cms.finish_change()"));

  expect(failures).toEqual([]);
  expect(await newer.database.run({ text: "select relkind from pg_class where oid = 'content.page'::regclass" })).toEqual([
    { relkind: "r" },
  ]);
});

test("no request fails that waits while another table takes the place of a relation's links", async () => {
  const older = await start(BEFORE);

  const failures = await answersBeside(older, [
    "create table content.made (like content.page__tags including all)",
    "insert into content.made select * from content.page__tags",
    "drop table content.page__tags",
    "alter table content.made rename to page__tags",
  ]);

  expect(failures).toEqual([]);
});
