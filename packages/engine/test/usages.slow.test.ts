/** The buffers that the usages of a record read with 100,000 records; buffers are exact, unlike times. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { compileSchema, createEngine, referenceShapes } from "../src/index.ts";
import type { Principal } from "../src/index.ts";
import { boundFor } from "./support/bound.ts";
import { configOf } from "./support/config.ts";
import { buffersOf, explain } from "./support/explain.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const RECIPES = 100_000;
/** Each plant is in so many recipes, three times in each. */
const EACH = 40;
const PLANTS = RECIPES / EACH;
const PENDING = 500;

const schema = compileSchema(
  configOf({
    entities: [
      { name: "plant", fields: [{ name: "name", type: "text" }] },
      {
        name: "recipe",
        versions: true,
        trash: true,
        fields: [
          { name: "title", type: "text" },
          { name: "main", type: "relation", to: "plant" },
          { name: "sides", type: "relation", to: "plant", many: true },
          { name: "rows", type: "array", of: { type: "object", fields: [{ name: "plant", type: "relation", to: "plant" }] } },
        ],
        admin: { summary: { title: "title" } },
      },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "reader", permissions: { plant: { read: true }, recipe: { read: true } } },
    ],
  }),
);
const principalOf = (role: string): Principal => ({ kind: "user", role, userId: "01900000-0000-7000-8000-00000000a001" });
const AT = "timestamptz '2020-01-01' + n * interval '1 s'";
const idOf = (kind: "a" | "b" | "c", number: string) => `('00000000-0000-7000-8${kind}00-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const OF = idOf("b", `n % ${PLANTS}`);

let tables: TestTables;
beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  const { references } = referenceShapes(schema).get("recipe") as { references: string };
  const fillings = [
    "select set_config('cms.references', 'later', false)",
    `insert into content.plant (id, created_at, updated_at, published_at, name)
     select ${idOf("b", "n")}, ${AT}, ${AT}, ${AT}, 'plant ' || n from generate_series(0, ${PLANTS - 1}) n`,
    `insert into content.recipe (id, created_at, updated_at, published_at, title, main, rows)
     select ${idOf("a", "n")}, ${AT}, ${AT}, ${AT}, md5(n::text), ${OF}, jsonb_build_array(jsonb_build_object('plant', ${OF}))
     from generate_series(1, ${RECIPES}) n`,
    `insert into content.recipe__sides (source_id, target_id, position) select ${idOf("a", "n")}, ${OF}, 0 from generate_series(1, ${RECIPES}) n`,
    `insert into ${references} (source_id, path, draft, "set_null.plant")
     select ${idOf("a", "n")}, 'rows.plant', false, ${OF} from generate_series(1, ${RECIPES}) n`,
    `insert into cms.versions (id, entity, record_id, number, status, data, pending, created_at)
     select ${idOf("c", "n")}, 'recipe', ${idOf("a", "n")}, 1, 'draft', jsonb_build_object('title', 'draft', 'main', ${OF}), true, now()
     from generate_series(1, ${PENDING}) n`,
    ...["content.recipe", "content.plant", "content.recipe__sides", "cms.versions", references].map((item) => `vacuum analyze ${item}`),
  ];
  for (const filling of fillings) await tables.client.query(filling);
});
afterAll(() => tables?.close());

test.each([
  ["reader", 0],
  ["admin", PENDING],
])("references to a record are found by indexes: %s", async (role, drafts) => {
  const input = { limit: 25, offset: 0, after: null, counts: true };
  const id = "00000000-0000-7000-8b00-000000000007";
  const { text, values } = boundFor(principalOf(role), createEngine(schema).as(principalOf(role)).usages("plant", id, input));
  const { rows: found } = await tables.client.query<{ total: string }>(text, [...values]);
  const plan = await explain(tables.client, text, values);
  const buffers = buffersOf(plan);

  console.info(`${role}: ${buffers} buffers`, process.env["PLANS"] ? JSON.stringify(plan) : "");
  expect(found[0]?.total).toBe(String(3 * EACH));
  expect(buffers).toBeLessThan(3 * EACH * 10 + 4 * drafts); // the table alone has some thousand pages
});
