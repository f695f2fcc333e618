/** Field → the values that the API accepts for it, including values that a form could change by mistake. */
import type { FieldDefinition } from "@colophon/config";
import { default as fc } from "fast-check";

/** The ids of records and files that fields may refer to, by entity. */
export type KnownTargets = Readonly<Record<string, readonly string[]>>;
type Of<Type extends FieldDefinition["type"]> = Extract<FieldDefinition, { readonly type: Type }>;

const MOST = 3;
const DAY_MS = 86_400_000;

const text = fc.string({ unit: "grapheme", maxLength: 30 }).filter((value) => !value.includes("\0"));
const line = fc.constantFrom("a  b ", " leading", "\ttab", "“quoted”", "1.0", "<b>&amp;</b>", "e\u0301", "👩‍👩‍👧");
const lines = fc.array(fc.oneof(text, line), { maxLength: 4 }).map((all) => all.join("\n"));
const number = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((value) => value || 0),
  fc.constantFrom(1e-7, 0.1 + 0.2, 1e21, -1.5e-10, -9e-323, 1.797e308, 123_456_789.123_456),
);
const day = fc.integer({ min: -20_000, max: 40_000 }).map((count) => new Date(count * DAY_MS).toISOString().slice(0, 10));
const moment = fc.date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }).map((at) => at.toISOString());
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((value) => value || 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: MOST }),
    fc.dictionary(fc.string({ unit: "grapheme-ascii", maxLength: 8 }), tie("value"), { maxKeys: MOST, noNullPrototype: true }),
  ),
})).value;

/** Markdown as the editor writes it, as other programs and people write it, and arbitrary text. */
const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "# Title",
        "Setext\n======",
        "A *word*, a **bold** one, ~~none~~ and `code`.",
        "_slanted_ __bold__ ***both***",
        "- one\n- two\n  - inner",
        "* one\n\n* loose",
        "3. third\n4. fourth",
        "> quoted\n> more",
        "```js\nlet a = 1;\n```",
        "    indented code",
        "Two  \nlines\\\nthree",
        "| a | b |\n| - | -: |\n| 1 | 2 |",
        '![alt](https://a.example/x.png "title")',
        "[text](https://a.example/ 'title') <https://b.example/>",
        "A [reference][ref].\n\n[ref]: https://a.example/",
        "A footnote[^1].\n\n[^1]: There.",
        "- [ ] open\n- [x] done",
        '<div class="note">Raw</div>',
        "<!-- a comment -->",
        "***",
        "\\*not slanted\\* 1\\. &copy; &amp;",
      ),
      text,
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join("\n\n"));
const marked = fc.record({ type: fc.constant("text"), text: text.filter((value) => value !== "") });
const richBlocks = fc.array(
  fc.oneof(
    fc.array(marked, { minLength: 1, maxLength: 2 }).map((content) => ({ _type: "paragraph", content })),
    fc.record({ _type: fc.constantFrom("callout", "paragraph"), _key: text, tone: json }),
  ),
  { maxLength: 3 },
);

const between = (values: fc.Arbitrary<string>, { min, max }: { min?: string; max?: string }) =>
  values.map((value) => (min !== undefined && value < min ? min : max !== undefined && value > max ? max : value));
const wholeOf = ({ min = -1e9, max = 1e9 }: Of<"number">) =>
  fc.oneof(fc.integer({ min: Math.max(min, -1e9), max: Math.min(max, 1e9) }), fc.constant(max));
const optionsOf = ({ options }: Of<"select">) => options.map((option) => (typeof option === "string" ? option : option.value));
const oneOrMany = (ids: readonly string[], many: boolean | undefined) =>
  many ? fc.shuffledSubarray([...ids], { maxLength: Math.min(ids.length, MOST) }) : fc.constantFrom(...ids);

function textOf({ pattern, multiline, minLength = 0, maxLength = 1000 }: Of<"text">): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const fits = (value: string) => {
    const { length } = [...value.normalize("NFC")];
    return length >= minLength && length <= maxLength;
  };
  return (multiline ? lines : fc.oneof(text, line)).filter(fits);
}

type Values = { readonly [Type in FieldDefinition["type"]]: (field: Of<Type>, targets: KnownTargets) => fc.Arbitrary<unknown> };

const files = ({ type, many }: Of<"image" | "video" | "file">, targets: KnownTargets) => oneOrMany(targets[`_${type}`] ?? [], many);
const VALUES: Values = {
  text: textOf,
  richtext: ({ format }) => (format === "blocks" ? richBlocks : markdown),
  slug: () => fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8})?$/),
  number: (field) => (field.integer ? wholeOf(field) : number),
  boolean: () => fc.boolean(),
  date: (field) => between(day, field),
  datetime: (field) => between(moment, field),
  select: (field) => (field.multiple ? fc.shuffledSubarray(optionsOf(field)) : fc.constantFrom(...optionsOf(field))),
  email: () => fc.constantFrom("a@b.example", "A.b+c@d-e.example", "grüße@xn--bcher-kva.example"),
  url: () => fc.webUrl({ validSchemes: ["http", "https"], withQueryParameters: true, withFragments: true }),
  color: () => fc.stringMatching(/^#([0-9a-f]{6}|[0-9A-F]{6}|[0-9a-f]{8})$/),
  json: () => json,
  object: ({ fields }, targets) => membersOf(fields, targets),
  array: ({ of, max = MOST }, targets) =>
    fc.array(setValuesOf({ ...(of as FieldDefinition), name: "item" }, targets), { maxLength: Math.min(max, MOST) }),
  blocks: ({ blocks, max = MOST }, targets) =>
    fc.array(fc.oneof(...blocks.map((kind) => blockOf(kind, targets))), { maxLength: Math.min(max, MOST) }),
  relation: ({ to, many }, targets) => oneOrMany(targets[to] ?? [], many),
  image: files,
  video: files,
  file: files,
};

function setValuesOf(field: FieldDefinition, targets: KnownTargets): fc.Arbitrary<unknown> {
  return (VALUES[field.type] as (field: FieldDefinition, targets: KnownTargets) => fc.Arbitrary<unknown>)(field, targets);
}

/** Null, or a value that the field may hold. */
function valuesOf(field: FieldDefinition, targets: KnownTargets): fc.Arbitrary<unknown> {
  return fc.option(setValuesOf(field, targets), { freq: 5 });
}

/** The members of a record, an object or a block; some of them left out. */
export function membersOf(fields: readonly FieldDefinition[], targets: KnownTargets): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc.record(Object.fromEntries(fields.map((field) => [field.name, valuesOf(field, targets)])), { requiredKeys: [] });
}

function blockOf({ name, fields }: { readonly name: string; readonly fields: readonly FieldDefinition[] }, targets: KnownTargets) {
  return fc.tuple(fc.uuid(), membersOf(fields, targets)).map(([key, members]) => ({ ...members, _type: name, _key: key }));
}
