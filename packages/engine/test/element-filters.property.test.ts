/** Compares filters on values inside arrays and blocks with the same filters on columns of a table with one row for each element. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { FieldDefinition } from "@colophon/config";
import { operatorsFor, OPERATORS, type FilterOperator, type Kind } from "@colophon/model";
import { compileSchema, createEngine, parseQuery } from "../src/index.ts";
import type { Principal } from "../src/index.ts";
import { configOf } from "./support/config.ts";
import { openTables, run } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const members = [
  { name: "title", type: "text" },
  { name: "price", type: "number" },
  { name: "seats", type: "number", integer: true },
  { name: "open", type: "boolean" },
  { name: "day", type: "date" },
  { name: "at", type: "datetime" },
  { name: "tier", type: "select", options: ["a", "B", "b, c"] },
  { name: "tags", type: "select", options: ["x", "y"], multiple: true },
  { name: "mail", type: "email" },
] as const satisfies readonly FieldDefinition[];
const row = { type: "object", fields: members } as const;
const schema = compileSchema(
  configOf({
    entities: [
      { name: "item", fields: [{ name: "event", type: "text" }, ...members] },
      {
        name: "event",
        fields: [
          { name: "list", type: "array", of: row },
          { name: "box", type: "object", fields: [{ name: "grid", type: "array", of: { type: "array", of: row } }] },
          {
            name: "body",
            type: "blocks",
            blocks: [
              { name: "row", fields: members },
              { name: "other", fields: members },
            ],
          },
          { name: "titles", type: "array", of: { type: "text" } },
        ],
      },
    ],
    roles: [{ name: "admin", isAdmin: true }],
  }),
);
const admin: Principal = { kind: "user", role: "admin", userId: "01900000-0000-7000-8000-00000000a001" };

type Name = (typeof members)[number]["name"];
type Item = Readonly<Record<Name, unknown>>;
const KINDS: Record<Name, Kind> = {
  title: "text",
  price: "number",
  seats: "integer",
  open: "boolean",
  day: "date",
  at: "datetime",
  tier: "choice",
  tags: "choices",
  mail: "text",
};
/** Texts that differ in case, accents, length and punctuation, and characters with a meaning in patterns, JSON paths and regular expressions. */
const TEXTS = ["a", "A", "ä", "ab", "Z", "ß", "SS", "Straße", "İ", "i", "ﬁ", "10", "9", "%", "_", "\\", '"', "'", "$[*]", "co-op", "coop"];
const VALUES: Record<Name, readonly unknown[]> = {
  title: TEXTS,
  price: [0, -1.5, 1.5, 2, 1e21],
  seats: [0, 1, 2, Number.MAX_SAFE_INTEGER],
  open: [true, false],
  day: ["2024-02-29", "2024-03-01", "0999-01-01"],
  at: ["2024-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z", "2024-03-01T00:00:00.000Z"],
  tier: ["a", "B", "b, c"],
  tags: [["x"], ["y"], ["x", "y"]],
  mail: ["a@b.example", "Ä@b.example"],
};
/** What was stored under other definitions: none of it is a value. */
const STRAY: Item = { title: 1, price: "2", seats: "1", open: "true", day: 20240229, at: true, tier: ["a"], tags: "x", mail: {} };

const item = fc.record(
  Object.fromEntries(members.map(({ name }) => [name, fc.constantFrom(null, ...VALUES[name])])) as { [N in Name]: fc.Arbitrary<unknown> },
);
const event = fc.record({ items: fc.array(item, { maxLength: 3 }), strays: fc.boolean(), isWrapped: fc.boolean() });
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

interface Asked {
  readonly name: Name;
  readonly operator: FilterOperator;
  readonly operand: string;
}
const asked: fc.Arbitrary<Asked> = fc.constantFrom(...members).chain(({ name }) =>
  fc.constantFrom(...operatorsFor(KINDS[name])).chain((operator) => {
    const { takes } = OPERATORS[operator];
    const values = VALUES[name].flat().map(String);
    const one = fc.constantFrom(
      ...values,
      ...(takes === "pattern" || name === "title" ? values.map((value) => value.normalize("NFD")) : []),
    );
    const several = fc.array(
      one.filter((value) => !value.includes(",")),
      { minLength: takes === "two" ? 2 : 1, maxLength: takes === "two" ? 2 : 3 },
    );
    const operand =
      takes === "flag"
        ? fc.constantFrom("true", "false")
        : takes === "one" || takes === "pattern"
          ? one
          : several.map((list) => list.join());
    return operand.map((text) => ({ name, operator, operand: text }));
  }),
);

let tables: TestTables;
beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
});
afterAll(() => tables?.close());

const idOf = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, "0")}`;

async function store(events: readonly Event[]): Promise<void> {
  await tables.client.query("truncate content.item, content.event");
  for (const [at, { items, strays, isWrapped }] of events.entries()) {
    const list = strays ? [STRAY, ...items, null, "a", { title: { a: 1 } }] : items;
    const other = isWrapped ? [...list, [item0()]] : list; // a list where an element is expected has no elements
    const json = {
      list: other,
      box: { grid: [list, [], null] },
      body: [...list.map((item) => (isRow(item) ? { ...item, _type: "row" } : item)), { ...item0(), _type: "other" }],
      titles: list.flatMap((item) => (isRow(item) && item.title !== null ? [item.title] : [])),
    };
    const published = { published_at: "2024-01-01T00:00:00Z" };
    const texts = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)]));
    await tables.insert("event", { id: idOf(at), ...published, ...texts });
    for (const item of items) await tables.insert("item", { ...published, event: idOf(at), ...item });
  }
}

const isRow = (value: unknown): value is Item => typeof value === "object" && value !== null;
/** An element with a value of each member. */
const item0 = () => Object.fromEntries(members.map(({ name }) => [name, VALUES[name][0]]));

async function found(entity: string, filter: string, field: string): Promise<string[]> {
  const plan = createEngine(schema)
    .as(admin)
    .list(entity, parseQuery(`${filter}&fields=${field}&limit=100&count=false`));
  const [answer] = await run<{ data: string }>(tables.client, plan, admin);
  const rows = JSON.parse(answer?.data ?? "[]") as Record<string, string>[];
  return [...new Set(rows.map((row) => row[field] ?? ""))].toSorted();
}

const POSITIVE: Readonly<Partial<Record<FilterOperator, FilterOperator>>> = { $ne: "$eq", $notIn: "$in" };

/** The events for which the rows of the table say so. */
async function expected(events: readonly Event[], { name, operator, operand }: Asked): Promise<string[]> {
  const isNone = operator in POSITIVE || (operator === "$null" && operand === "true");
  const [asks, value] = operator === "$null" ? [operator, "false"] : [POSITIVE[operator] ?? operator, operand];
  const matching = await found("item", filterOf(name, asks, value), "event");
  return isNone ? events.map((_, at) => idOf(at)).filter((id) => !matching.includes(id)) : matching;
}

const filterOf = (path: string, operator: FilterOperator, operand: string, group = "") =>
  `filter${group}[${path}][${operator}]=${encodeURIComponent(operand)}`;

test("a filter on values inside arrays and blocks finds what the same filter finds in columns, and under $not everything else", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 4 }),
      fc.array(asked, { minLength: 6, maxLength: 6 }),
      async (events, all) => {
        await store(events);
        for (const item of all) {
          const ids = await expected(events, item);
          const others = events.map((_, at) => idOf(at)).filter((id) => !ids.includes(id));
          const { name, operator, operand } = item;
          const isScalarList = name === "title" && operator !== "$null";
          for (const path of [`list.${name}`, `box.grid.${name}`, `body.row.${name}`, ...(isScalarList ? ["titles"] : [])]) {
            expect([path, await found("event", filterOf(path, operator, operand), "id")]).toEqual([path, ids]);
            expect([path, await found("event", filterOf(path, operator, operand, "[$not]"), "id")]).toEqual([path, others]);
          }
        }
      },
    ),
    { numRuns: 10 },
  );
});
