/** How often PostgreSQL plans the prepared statement of a read: five times per connection with the request's values, then never again. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { compileSchema, createEngine, parseQuery } from "../src/index.ts";
import type { Plan, Principal } from "../src/index.ts";
import { configOf } from "./support/config.ts";
import { openTables, run } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const FIRST_REQUESTS = 5;
const REQUESTS = 12;

const schema = compileSchema(
  configOf({
    entities: [
      { name: "tag", trash: true, fields: [{ name: "label", type: "text" }] },
      {
        name: "article",
        versions: true,
        fields: [
          { name: "title", type: "text", index: true },
          { name: "tag", type: "relation", to: "tag" },
          { name: "body", type: "richtext", format: "document", embeds: ["tag"] },
        ],
      },
    ],
    roles: [{ name: "admin", isAdmin: true }],
  }),
);
const admin: Principal = { kind: "user", role: "admin", userId: "01900000-0000-7000-8000-00000000a001" };
const engine = createEngine(schema).as(admin);

let tables: TestTables;
let id: string;
beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  for (let count = 0; count < 200; count++)
    id = await tables.insert("article", { title: `Article ${count}`, published_at: new Date(), version: 1 });
});
afterAll(() => tables.close());

const record = (query: string): Plan => ({ ...engine.record("article", query), values: { id } });
const list = (query: string): Plan => engine.list("article", parseQuery(query), {});

test.each<[string, () => Plan]>([
  ["one record", () => record("")],
  ["its draft", () => record("draft=true")],
  ["a list of one", () => list("limit=1")],
  ["a list of five", () => list("limit=5&sort=-createdAt")],
  ["a list of twenty", () => list("limit=20")],
  ["a later page", () => list("limit=3&offset=150")],
  ["a list in the order of a field", () => list("limit=2&sort=title")],
  ["a list with a filter", () => list("limit=2&filter[title]=Article 7")],
  ["a list with related records", () => list("limit=2&resolve[tag]=label")],
  ["a list of drafts", () => list("limit=2&draft=true")],
])("%s", async (_what, planOf) => {
  const client = await tables.connect();
  for (let request = 0; request < REQUESTS; request++) await run(client, planOf(), admin);

  const { rows } = await client.query(
    "select custom_plans::integer as custom, generic_plans::integer as generic from pg_prepared_statements",
  );
  await client.end();
  expect(rows).toEqual([{ custom: FIRST_REQUESTS, generic: REQUESTS - FIRST_REQUESTS }]);
});
