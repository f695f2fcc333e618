/** The buffers that the list of schedules reads with 100,000 records and 50,000 schedules; buffers are exact, unlike times. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { compileSchema, createEngine } from "../src/index.ts";
import type { Principal } from "../src/index.ts";
import { boundFor } from "./support/bound.ts";
import { configOf } from "./support/config.ts";
import { buffersOf, explain } from "./support/explain.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const NOTES = 100_000;
const LIMIT = 25;
/** For each row of the page: its schedule, its record and its draft, each by an index, once for the search and once for the title. */
const BUFFERS_OF_A_ROW = 40;

const schema = compileSchema(
  configOf({
    entities: ["note", "page"].map((name) => ({
      name,
      versions: true,
      fields: [
        { name: "title", type: "text" },
        { name: "state", type: "text" },
      ],
      admin: { summary: { title: "title" } },
    })),
    roles: [
      { name: "admin", isAdmin: true },
      { name: "editor", permissions: { note: { read: { filter: { state: "open" } }, update: true }, page: { read: { drafts: true } } } },
    ],
  }),
);
const principalOf = (role: string): Principal => ({ kind: "user", role, userId: "01900000-0000-7000-8000-00000000a001" });
const idOf = (kind: string) => `('00000000-0000-7000-8${kind}00-' || lpad(to_hex(n), 12, '0'))::uuid`;

let tables: TestTables;
beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  const fillings = [
    ...["note", "page"].map(
      (name, at) => `insert into content.${name} (id, created_at, updated_at, published_at, title, state)
        select ${idOf(String(at))}, now(), now(), now(), md5(n::text), case when n % 4 = 0 then 'open' else 'closed' end
        from generate_series(1, ${NOTES / 2}) n`,
    ),
    `insert into cms.schedules (entity, record_id, publish_at) select 'note', ${idOf("0")}, now() + n * interval '1 min'
      from generate_series(1, ${NOTES / 2}) n`,
    `insert into cms.versions (id, entity, record_id, number, status, data, pending, created_at)
      select ${idOf("a")}, 'note', ${idOf("0")}, 1, 'draft', jsonb_build_object('title', 'draft ' || n), true, now()
      from generate_series(1, ${NOTES / 2}) n`,
    ...["content.note", "content.page", "cms.versions", "cms.schedules"].map((item) => `vacuum analyze ${item}`),
  ];
  for (const filling of fillings) await tables.client.query(filling);
});
afterAll(() => tables?.close());

test.each([["admin"], ["editor"]])("a page of the schedules is looked up in indexes: %s", async (role) => {
  const input = { limit: LIMIT, offset: 0, after: null, counts: false };
  const { text, values } = boundFor(principalOf(role), createEngine(schema).as(principalOf(role)).schedules(input));

  const { rows: found } = await tables.client.query<{ data: string }>(text, [...values]);
  const plan = await explain(tables.client, text, values);

  const buffers = buffersOf(plan);
  console.info(`${role}: ${buffers} buffers`, process.env["PLANS"] ? JSON.stringify(plan) : "");
  expect(JSON.parse(found[0]?.data ?? "[]")).toHaveLength(LIMIT);
  expect(buffers).toBeLessThan(LIMIT * BUFFERS_OF_A_ROW);
});
