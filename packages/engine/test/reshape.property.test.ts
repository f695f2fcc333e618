import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import fc from "fast-check";
import { SHAPE_FUNCTIONS } from "../src/ddl/functions/shape-functions.ts";
import { storedShapeOf } from "../src/ddl/shapes/stored-shape.ts";
import { parseValue } from "@colophon/model";
import { startPass } from "../src/index.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

let database: TestTables;
beforeAll(async () => {
  database = await openTables();
  for (const definition of SHAPE_FUNCTIONS) await database.client.query(definition);
});
afterAll(() => database.close());

/** A definition, and an arbitrary of values that it accepts. */
interface Defined {
  readonly definition: FieldDefinition;
  readonly values: fc.Arbitrary<unknown>;
}

const day = fc.date({ min: new Date("1970-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
const words = fc.oneof(fc.stringMatching(/^[a-z0-9 ]{1,6}$/), fc.constantFrom("7", "-2.5", "true", "2024-02-29"));
const scalar = (definition: object, values: fc.Arbitrary<unknown>): Defined => ({
  definition: { name: "f", ...definition } as FieldDefinition,
  values,
});
const scalars: fc.Arbitrary<Defined> = fc.constantFrom(
  scalar({ type: "text" }, words),
  scalar({ type: "number" }, fc.oneof(fc.integer(), fc.constantFrom(0.5, -2.25))),
  scalar({ type: "number", integer: true }, fc.maxSafeInteger()),
  scalar({ type: "boolean" }, fc.boolean()),
  scalar(
    { type: "date" },
    day.map((item) => item.toISOString().slice(0, 10)),
  ),
  scalar(
    { type: "datetime" },
    day.map((item) => item.toISOString()),
  ),
  scalar({ type: "relation", to: "x" }, fc.uuid({ version: 7 })),
);

const objectOf = (members: readonly Defined[]): Defined => {
  const named = members.map((member, at) => ({ ...member, name: "abc".charAt(at) }));
  return {
    definition: { name: "f", type: "object", fields: named.map(({ name, definition }) => ({ ...definition, name })) },
    values: fc.record(Object.fromEntries(named.map(({ name, values }) => [name, fc.option(values)]))),
  };
};
const listOf = ({ definition: { name: _, ...of }, values }: Defined): Defined => ({
  definition: { name: "f", type: "array", of },
  values: fc.array(values, { maxLength: 3 }),
});
const blocksOf = (kinds: readonly Defined[]): Defined => {
  const named = kinds.map((kind, at) => ({ ...objectOf([kind]), name: "pq".charAt(at) }));
  const items = named.map(({ name, values }) => values.map((value) => ({ _type: name, ...(value as object) })));
  return {
    definition: {
      name: "f",
      type: "blocks",
      blocks: named.map(({ name, definition }) => ({ name, fields: definition.type === "object" ? definition.fields : [] })),
    },
    values: fc.array(fc.oneof(...items), { maxLength: 3 }).map((all) => all.map((item, at) => ({ ...item, _key: `k${at}` }))),
  };
};

const { defined } = fc.letrec<{ defined: Defined }>((tie) => ({
  defined: fc.oneof(
    { maxDepth: 2, depthIdentifier: "defined" },
    scalars,
    fc.array(tie("defined"), { minLength: 1, maxLength: 3 }).map(objectOf),
    tie("defined").map(listOf),
    fc.array(tie("defined"), { minLength: 1, maxLength: 2 }).map(blocksOf),
  ),
}));

/** All values of a JSON value as texts that don't depend on their type, sorted. */
function leaves(value: unknown): readonly string[] {
  if (value === null || value === "") return [];
  if (typeof value === "object")
    return Object.entries(value)
      .flatMap(([key, inner]) => (key.startsWith("_") ? [] : leaves(inner)))
      .toSorted();
  const text = String(value).replace(/T00:00:00\.000Z$/, "");
  return [/^-?[\d.]+$/.test(text) ? String(Number(text)) : text];
}

const pairs = fc.tuple(defined, defined).chain(([from, to]) => fc.tuple(fc.constant(to.definition), from.values));

test("after a change between two definitions, a value has the new form, and all its parts, or what is missing is named", async () => {
  const seen = { whole: 0, partly: 0 };
  await fc.assert(
    fc.asyncProperty(pairs, async ([definition, given]) => {
      const shape = JSON.stringify(storedShapeOf(definition));
      const text = "select value::text as value, lost from cms.reshape($1::jsonb, $2::jsonb, 'f')";
      const { rows } = await database.client.query(text, [JSON.stringify(given), shape]);
      const value: unknown = JSON.parse(rows[0].value);
      const pass = startPass({ draft: true, stored: false, makeKey: () => "k" });
      parseValue(pass, definition, value, { path: "f", nested: true });

      expect(pass.problems).toEqual([]);
      if (rows[0].lost.length === 0) expect(leaves(value)).toEqual(leaves(given));
      seen[rows[0].lost.length === 0 ? "whole" : "partly"] += 1;
    }),
    { numRuns: 400 },
  );

  expect(Math.min(seen.whole, seen.partly)).toBeGreaterThan(10);
});
