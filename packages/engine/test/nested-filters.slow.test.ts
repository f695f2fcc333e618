/** The buffers that a filter through references inside an array reads with 100,000 records; buffers are exact, unlike times. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { compileSchema, createEngine, parseQuery, referenceShapes } from "../src/index.ts";
import type { Principal } from "../src/index.ts";
import { boundFor } from "./support/bound.ts";
import { configOf } from "./support/config.ts";
import { buffersOf, explain } from "./support/explain.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const RECIPES = 100_000;
/** Each ingredient is in so many recipes. */
const EACH = 40;
const INGREDIENTS = RECIPES / EACH;

const schema = compileSchema(
  configOf({
    entities: [
      { name: "ingredient", fields: [{ name: "name", type: "text", index: true }] },
      {
        name: "recipe",
        fields: [
          { name: "title", type: "text" },
          { name: "rows", type: "array", of: { type: "object", fields: [{ name: "ingredient", type: "relation", to: "ingredient" }] } },
        ],
      },
    ],
    roles: [{ name: "admin", isAdmin: true }],
  }),
);
const admin: Principal = { kind: "user", role: "admin", userId: "01900000-0000-7000-8000-00000000a001" };
const AT = "timestamptz '2020-01-01' + n * interval '1 s'";
const idOf = (kind: "a" | "b", number: string) => `('00000000-0000-7000-8${kind}00-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

let tables: TestTables;
beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  const { references } = referenceShapes(schema).get("recipe") as { references: string };
  const fillings = [
    "select set_config('cms.references', 'later', false)",
    `insert into content.ingredient (id, created_at, updated_at, published_at, name)
     select ${idOf("b", "n")}, ${AT}, ${AT}, ${AT}, 'ingredient ' || n from generate_series(0, ${INGREDIENTS - 1}) n`,
    `insert into content.recipe (id, created_at, updated_at, published_at, title, rows)
     select ${idOf("a", "n")}, ${AT}, ${AT}, ${AT}, md5(n::text), jsonb_build_array(jsonb_build_object('ingredient', ${idOf("b", `n % ${INGREDIENTS}`)}))
     from generate_series(1, ${RECIPES}) n`,
    `insert into ${references} (source_id, path, draft, "set_null.ingredient")
     select ${idOf("a", "n")}, 'rows.ingredient', false, ${idOf("b", `n % ${INGREDIENTS}`)} from generate_series(1, ${RECIPES}) n`,
    "vacuum analyze content.recipe",
    "vacuum analyze content.ingredient",
    `vacuum analyze ${references}`,
  ];
  for (const filling of fillings) await tables.client.query(filling);
});
afterAll(() => tables?.close());

async function buffersOfList(query: string): Promise<number> {
  const { text, values } = boundFor(admin, createEngine(schema).as(admin).list("recipe", parseQuery(query), {}));
  return buffersOf(await explain(tables.client, text, values));
}

test.each([
  ["by a field of the record that is referred to", "filter[rows.ingredient.name]=ingredient 7&count=false"],
  ["by its id", "filter[rows.ingredient]=00000000-0000-7000-8b00-000000000007&count=false"],
  ["by several ids", "filter[rows.ingredient][$in]=00000000-0000-7000-8b00-000000000007,00000000-0000-7000-8b00-000000000008&count=false"],
])("a nested reference is looked up in its index: %s", async (_, query) => {
  const buffers = await buffersOfList(query);

  console.info(`${query}: ${buffers} buffers`);
  expect(buffers).toBeLessThan(EACH * 20); // the table alone has some thousand pages
});
