/** Definitions of fields with any of their options, and values that they accept or almost accept. */
import type { FieldDefinition } from "@colophon/model";
import fc from "fast-check";

type Arbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>;
type Type = FieldDefinition["type"];
type Given = FieldDefinition & {
  readonly fields: readonly Given[];
  readonly of: Given;
  readonly blocks: readonly { fields: readonly Given[] }[];
};

const optional = (options: Arbitraries) => fc.record(options, { requiredKeys: [] });
const flag = fc.boolean();
const days = fc.constantFrom("2024-01-31", "2024-02-29", "2025-01-01");
const times = fc.constantFrom("2024-01-31T12:00:00Z", "2024-02-29T23:00:00.000+02:00", "2025-01-01T00:00:00Z");
const numbers = fc.constantFrom(-1e300, -(2 ** 53), -5, -1.5, 0, 0.5, 1, 2.5, 5, 2 ** 53 - 1, 2 ** 53, 1e300);
const size = { min: fc.integer({ min: 0, max: 3 }), max: fc.integer({ min: 1, max: 3 }) };
const references = { many: flag, max: size.max };
const bounds = (values: fc.Arbitrary<unknown>) => ({ min: values, max: values });
const choices = ["a", { value: "b", label: "B" }, "é"];

/** The options of the types that contain no other fields. */
const SINGLE: Partial<Record<Type, Arbitraries>> = {
  text: { minLength: size.min, maxLength: fc.constantFrom(1, 3, 3000), pattern: fc.constantFrom("^a", "^[a-z]*$", /^.$/u) },
  richtext: { format: fc.constantFrom("markdown", "blocks", "document") },
  slug: {},
  number: { ...bounds(numbers), integer: flag },
  boolean: {},
  date: bounds(days),
  datetime: bounds(times),
  select: { options: fc.constant(choices), multiple: flag },
  email: {},
  url: {},
  color: {},
  json: {},
  relation: { to: fc.constant("thing"), ...references },
  image: references,
  video: references,
  file: references,
};

const HAS_COLUMN: ReadonlySet<string> = new Set(["text", "number", "date", "datetime", "email", "url", "color"]);

function singleField(isTop: boolean): fc.Arbitrary<Given> {
  const types = Object.entries(SINGLE).map(([type, options]) => {
    const column = isTop && HAS_COLUMN.has(type) ? { unique: flag, index: flag } : {};
    return optional({ required: flag, ...column, ...options }).map((given) => ({ ...needed(type), ...given, type }));
  });
  return fc.oneof(...types) as fc.Arbitrary<Given>;
}

function needed(type: string): object {
  if (type === "select") return { options: choices };
  return type === "relation" ? { to: "thing" } : {};
}

/** A field of any type, without its name. @param depth - how many containers it may be. */
export function anyField(depth = 2, isTop = true): fc.Arbitrary<Given> {
  if (depth === 0) return singleField(isTop);
  const inner = anyField(depth - 1, false);
  const fields = fc.tuple(withDefault(inner), inner).map(([a, b]) => [
    { ...a, name: "a" },
    { ...b, name: "b" },
  ]);
  const blocks = fields.map((members) => [
    { name: "quote", fields: members },
    { name: "rule", fields: [] },
  ]);
  const containers = [
    fc.record({ type: fc.constant("object"), required: flag, fields }),
    fc.record({ type: fc.constant("array"), required: flag, of: inner, ...size }, { requiredKeys: ["type", "of"] }),
    fc.record({ type: fc.constant("blocks"), required: flag, blocks, ...size }, { requiredKeys: ["type", "blocks"] }),
  ];
  return fc.oneof(
    { weight: 3, arbitrary: singleField(isTop) },
    ...containers.map((arbitrary) => ({ weight: 1, arbitrary })),
  ) as fc.Arbitrary<Given>;
}

function withDefault(field: fc.Arbitrary<Given>): fc.Arbitrary<Given> {
  return field.chain((definition) =>
    fc.oneof(
      fc.constant(definition),
      anyValue(definition).map((value) => ({ ...definition, default: value })),
    ),
  );
}

const anything = fc.constantFrom<unknown>(
  null,
  "",
  "a",
  " ",
  0,
  1.5,
  true,
  [],
  ["a"],
  [null],
  ["", ""],
  [1, 1],
  [[]],
  {},
  { a: 1 },
  "\0",
  "\ud800",
);
const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "👍", " ", "-", "A", "0", ".", "ß"), maxLength: 6 });
const long = fc
  .tuple(fc.constantFrom("a", "é", "👍"), fc.constantFrom(64, 65, 255, 256, 2000, 2001, 2030, 2031))
  .map(([one, n]) => one.repeat(n));
const id = fc.constantFrom("01890a5d-ac96-774b-bcce-b302099a8057", "01890a5d-ac96-774b-bcce-b302099a8058", "x");
const listOf = (item: fc.Arbitrary<unknown>) => fc.array(fc.oneof({ weight: 4, arbitrary: item }, anything), { maxLength: 4 });
const oneOrList = (item: fc.Arbitrary<unknown>, isList: boolean | undefined) => (isList ? listOf(item) : item);
const member = fc.record({ _type: fc.constantFrom("p", "", 1), more: fc.jsonValue({ maxDepth: 1 }) }, { requiredKeys: [] });

/** Nodes of the top level of a document, and values that are none. */
const node = fc.constantFrom<unknown[]>(
  { _type: "paragraph", content: [{ type: "text", text: "a" }] },
  { _type: "heading", attrs: { level: 2 } },
  { _type: "heading", attrs: { level: 9 } },
  { _type: "horizontalRule" },
  { type: "paragraph" },
  1,
);

const VALUES: { readonly [T in Type]: (definition: Given & { readonly type: T }) => fc.Arbitrary<unknown> } = {
  text: () => fc.oneof(word, long),
  richtext: ({ format }) => (format === "document" ? listOf(node) : format === "blocks" ? listOf(member) : fc.oneof(word, long)),
  slug: () => fc.oneof(fc.stringMatching(/^[a-z0-9-]{0,5}$/), long),
  number: () => numbers,
  boolean: () => flag,
  date: () => fc.oneof(days, fc.constantFrom("2024-01-30", "2025-02-29", "2025-1-1", "9999-12-31")),
  datetime: () =>
    fc.oneof(times, fc.constantFrom("2024-02-30T00:00:00Z", "2025-01-01", "2025-01-01T24:00:00Z", "2025-01-01T00:00:00.123456789Z")),
  select: ({ multiple }) => oneOrList(fc.constantFrom("a", "b", "c", "é"), multiple),
  email: () =>
    fc.oneof(
      fc.tuple(word, word).map(([one, other]) => `${one}@${other}.example`),
      fc.constantFrom("a@exämple.com", "a@𠮷.jp", "a@b"),
    ),
  url: () =>
    fc.oneof(
      fc.oneof(word, long).map((path) => `https://a.example/${path}`),
      fc.constantFrom("HTTP://A.example", "javascript:1"),
    ),
  color: () => fc.constantFrom("#AABBcc", "#aabbcc80", "#abc", "red"),
  json: () => fc.jsonValue({ maxDepth: 3 }),
  object: ({ fields }) => members(fields),
  array: ({ of }) => listOf(anyValue(of)),
  blocks: ({ blocks: [quote] }) =>
    listOf(fc.oneof(block(quote?.fields ?? []), fc.constantFrom({ _type: "rule" }, { _type: "other" }, { _type: "rule", c: 1 }))),
  relation: ({ many }) => oneOrList(id, many),
  image: ({ many }) => oneOrList(id, many),
  video: ({ many }) => oneOrList(id, many),
  file: ({ many }) => oneOrList(id, many),
};

function members(fields: readonly Given[]): fc.Arbitrary<object> {
  const known = Object.fromEntries(fields.map((field) => [field.name, anyValue(field)]));
  return fc.oneof(
    { weight: 5, arbitrary: fc.record(known, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record({ ...known, unknown: anything }, { requiredKeys: [] }) },
  );
}

function block(fields: readonly Given[]): fc.Arbitrary<object> {
  const key = fc.constantFrom("k", "l", "", null, 1, "👍".repeat(64), "a".repeat(65));
  return fc
    .tuple(members(fields), fc.record({ _type: fc.constant("quote"), _key: key }, { requiredKeys: ["_type"] }))
    .map(([given, own]) => ({ ...given, ...own }));
}

/** A value that may fit the field. */
export function anyValue(definition: Given): fc.Arbitrary<unknown> {
  const values = VALUES[definition.type] as (definition: Given) => fc.Arbitrary<unknown>; // the row of its own type
  return fc.oneof({ weight: 5, arbitrary: values(definition) }, { weight: 1, arbitrary: anything });
}
