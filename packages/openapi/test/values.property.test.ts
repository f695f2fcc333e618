import { validateConfig } from "@colophon/config";
import { startPass, type Field } from "@colophon/engine";
import { FIELD_TYPES, MAX_ITEMS, MAX_REFERENCES, parseValue, type FieldDefinition } from "@colophon/model";
import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { default as addFormats } from "ajv-formats";
import fc from "fast-check";
import { createForm } from "../../admin/src/record-model/form.ts";
import { keptSchemaOf, writeSchemaOf } from "../src/shapes.ts";
import { anyField, anyValue } from "./support/any-field.ts";

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

/**
 * A definition without its name, and values that it may accept or not. A create also takes what the description leaves out on purpose: times
 * without seconds, texts that are not in NFC, members that begin with `_`; and JSON Schema has no word for the bounds of dates, bytes and keys.
 */
type Case = readonly [options: object, values: fc.Arbitrary<unknown>];

const anything = fc.constantFrom(null, "", "a", 0, 1.5, true, [], ["a"], [null], {}, { a: 1 });
const some = (...values: readonly unknown[]) => fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, anything);
const words = fc.oneof(fc.string({ unit: fc.constantFrom("a", "b", "é", "👍", " "), maxLength: 6 }), anything);
const listOf = (item: fc.Arbitrary<unknown>) => fc.oneof(fc.array(item, { maxLength: 4 }), anything);
const ids = fc.constantFrom(...Array.from({ length: 4 }, (_, at) => idOf(at)));
const many = (count: number, item: (at: number) => unknown) => Array.from({ length: count }, (_, at) => item(at));

const members = fc.record({ a: words, n: anything, more: anything }, { requiredKeys: [] });
const fields = [
  { name: "a", type: "text", required: true, maxLength: 3 },
  { name: "n", type: "number", default: 3 },
];
const quotes = fc.record(
  {
    _type: fc.constantFrom("quote", "rule", "other"),
    _key: fc.constantFrom("k", "l", "", null, 1, "👍".repeat(64), "👍".repeat(65)),
    a: words,
  },
  { requiredKeys: ["_type"] },
);
const blocks = [
  { name: "quote", fields },
  { name: "rule", fields: [] },
];

const CASES: { readonly [T in FieldDefinition["type"]]: readonly Case[] } = {
  text: [
    [{}, words],
    [{ required: true, maxLength: 3 }, words],
    [{ minLength: 2, pattern: "^a" }, words],
    [{ index: true }, some("a".repeat(2_000), "a".repeat(2_001), "a".repeat(3_000))],
    [{ unique: true, maxLength: 2_500 }, some("a".repeat(2_000), "a".repeat(2_500))],
  ],
  richtext: [
    [{}, words],
    [{ format: "blocks" }, listOf(some({ _type: "p" }, { _type: "" }, { text: "a" }, 1, { _type: "p", more: [1] }))],
    [{ index: true }, some("a".repeat(2_000), "a".repeat(2_001))],
  ],
  slug: [[{}, some("a-b", "A", "a--b", "-a", "a".repeat(255), "a".repeat(256))]],
  number: [
    [{}, fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), anything)],
    [{ integer: true, min: 1, max: 5, required: true }, fc.oneof(fc.integer({ min: -1, max: 7 }), anything)],
    [{ integer: true }, some(Number.MAX_SAFE_INTEGER, 2 ** 53, -(2 ** 53))],
    [{ integer: true, min: -1e300, max: 1e300 }, some(Number.MAX_SAFE_INTEGER, 2 ** 53, -(2 ** 53))],
  ],
  boolean: [[{}, some(true, false, "true")]],
  date: [[{}, some("2024-02-29", "2025-02-29", "2025-1-1", "2025-01-01T00:00:00Z", "0001-01-01")]],
  datetime: [
    [{}, some("2024-02-29T23:30:00-02:00", "2024-01-01T00:00:00.123456Z", "2025-02-30T00:00:00Z", "2025-01-01", "2025-01-01T24:00:00Z")],
  ],
  select: [
    [{ options: ["a", { value: "b", label: "B" }] }, some("a", "b", "c")],
    [{ options: ["a", "b"], multiple: true }, listOf(some("a", "b", "c"))],
    [{ options: ["a", "b"], multiple: true, required: true }, listOf(fc.constantFrom("a", "b"))],
  ],
  email: [
    [
      {},
      some("a@exämple.com", "A@Example.com", "a@b", "a b@c.de", `${"a".repeat(65)}@example.com`, "a@b.example", "a@𠮷.jp", "a@-ß.example"),
    ],
  ],
  url: [
    [
      {},
      some(
        "https://example.com/ä",
        "HTTP://a.example",
        "javascript:1",
        "example.com",
        address(2_048),
        address(2_049),
        address(2_048, "👍"),
      ),
    ],
    [{ unique: true }, some(address(2_000), address(2_001))],
  ],
  color: [[{}, some("#AABBcc", "#aabbcc80", "#abc", "red")]],
  json: [
    [{}, fc.jsonValue({ maxDepth: 4 })],
    [{ required: true }, anything],
  ],
  object: [
    [{ fields }, fc.oneof(members, anything)],
    [{ fields: [{ name: "o", type: "object", fields }] }, fc.record({ o: fc.oneof(members, anything) }, { requiredKeys: [] })],
  ],
  array: [
    [{ of: { type: "number" }, min: 1, max: 3 }, listOf(some(1, 2, "3"))],
    [{ of: { type: "object", fields } }, listOf(fc.oneof(members, anything))],
    [
      { of: { type: "boolean" } },
      some(
        many(MAX_ITEMS, () => true),
        many(MAX_ITEMS + 1, () => true),
      ),
    ],
    [{ of: { type: "json" } }, listOf(some({}, [null], "a"))],
  ],
  blocks: [[{ blocks, max: 3 }, fc.uniqueArray(quotes, { maxLength: 4, selector: ({ _key }) => _key ?? Symbol("none") })]],
  relation: [
    [{ to: "thing" }, fc.oneof(ids, anything)],
    [{ to: "thing", many: true, max: 2, required: true }, listOf(ids)],
    [{ to: "thing", many: true }, some(many(MAX_REFERENCES, idOf), many(MAX_REFERENCES + 1, idOf), many(501, idOf))],
  ],
  image: [[{}, fc.oneof(ids, anything)]],
  video: [[{ many: true, min: 2 }, listOf(ids)]],
  file: [[{ many: true }, listOf(fc.oneof(ids, anything))]],
};

function idOf(at: number): string {
  return `01890a5d-ac96-774b-bcce-${String(at).padStart(12, "0")}`;
}

/** A URL with this number of characters. */
function address(length: number, letter = "a"): string {
  const start = "https://a.example/";
  return start + letter.repeat(length - start.length);
}

/** Whether a configuration may have this field. */
function isValid(definition: FieldDefinition): boolean {
  return validateConfig({ entities: [{ name: "thing", fields: [definition] }], roles: [{ name: "admin", isAdmin: true }] }).ok;
}

/** Whether the configuration accepts the value as the field's default. */
function isDefault(definition: FieldDefinition, value: unknown): boolean {
  return isValid({ ...definition, default: value });
}

/** The value as it is stored, with the refusals. */
function parsed(definition: FieldDefinition, value: unknown, draft = false) {
  let keys = 0;
  const pass = startPass({ draft, makeKey: () => `key-${++keys}` });
  const result = parseValue(pass, definition, value, { path: "f", nested: false });
  return { result, messages: pass.problems.map(({ message }) => message) };
}

/** The value as a create stores it; undefined if it is refused. */
function stored(definition: FieldDefinition, value: unknown): unknown {
  const { result, messages } = parsed(definition, value);
  return messages.length > 0 ? undefined : result;
}

/** The value that the admin page's form sends after somebody has entered this one. */
function sent(definition: FieldDefinition, value: unknown): unknown {
  const form = createForm([{ definition, isReadOnly: false }], {});
  form.set("f", value);
  return form.changes()["f"] ?? null;
}

/** Lists in a form may have items that nobody has filled yet; it leaves them out. */
function hasEmptyItems(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => item === null);
}

const ROWS = Object.entries(CASES).flatMap(([type, cases]) => cases.map(([options, values]) => ({ type, options, values })));

test("every field type has generated values", () => {
  expect(Object.keys(CASES)).toEqual(Object.keys(FIELD_TYPES));
});

test.each(ROWS)("$type $options: configuration, create, form and description accept the same values", ({ type, options, values }) => {
  const definition = { name: "f", type, ...options } as FieldDefinition;
  const isDescribed = ajv.compile(writeSchemaOf(definition, { draft: false }));

  fc.assert(
    fc.property(values, (value) => {
      const asStored = stored(definition, value);
      const isAccepted = asStored !== undefined;

      expect({ asDefault: isDefault(definition, value), described: isDescribed(value) }).toEqual({
        asDefault: isAccepted,
        described: isAccepted,
      });
      if (!hasEmptyItems(value)) expect(stored(definition, sent(definition, value))).toEqual(asStored);
    }),
    { numRuns: 60 },
  );
});

/** Rules that JSON Schema has no word for. The table above contains values that break them. */
const UNSAID = [
  /bytes, because it is indexed$/,
  /^must not contain NUL/,
  /^must not be (?:before|after|the key of another item)/,
  /^must be (?:a date and time|an email address|an http or https address|a string of 1 to 64 characters)/,
];

function isUnsaid(messages: readonly string[]): boolean {
  return messages.every((message) => UNSAID.some((rule) => rule.test(message)));
}

test("any field: configuration, create, form and description accept the same values, and answers are described", () => {
  const field = anyField()
    .map((options) => ({ ...options, name: "f" }))
    .filter(isValid);
  const valued = field.chain((definition) =>
    fc.tuple(fc.constant(definition), fc.array(anyValue(definition), { minLength: 5, maxLength: 15 })),
  );

  fc.assert(
    fc.property(valued, ([definition, values]) => {
      const schemas = [false, true].map((draft) => ({ draft, isDescribed: ajv.compile(writeSchemaOf(definition, { draft })) }));
      const isAnswer = ajv.compile(keptSchemaOf({ definition } as unknown as Field));

      for (const value of values) {
        for (const { draft, isDescribed } of schemas) {
          const { messages } = parsed(definition, value, draft);
          if (messages.length === 0 || !isUnsaid(messages)) expect([value, isDescribed(value)]).toEqual([value, messages.length === 0]);
        }
        const asStored = stored(definition, value);
        expect([value, isDefault(definition, value)]).toEqual([value, asStored !== undefined]);
        if (asStored === undefined) continue;
        expect([value, isAnswer(asStored), stored(definition, asStored)]).toEqual([value, true, asStored]);
        if (!hasEmptyItems(value)) expect(stored(definition, sent(definition, value))).toEqual(asStored);
      }
    }),
    { numRuns: 100 },
  );
});
