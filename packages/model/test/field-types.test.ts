import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { default as addFormats } from "ajv-formats";
import {
  columnTypeOf,
  FIELD_TYPES,
  jsonSchemaOf,
  parseValue,
  sampleOf,
  sourceOf,
  startPass,
  type FieldDefinition,
  type Pattern,
} from "../src/index.ts";

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

type Options = Record<string, unknown>;
const field = (type: string, options: Options = {}) => ({ name: "f", type, ...options }) as unknown as FieldDefinition;

function patternOf(pattern: string | RegExp): Pattern {
  const { source, flags } = sourceOf(pattern);
  return { source, flags, maxLength: 10_000, test: (text) => new RegExp(source, flags).test(text) };
}

function parse(definition: FieldDefinition, value: unknown, draft = false) {
  const pass = startPass({ draft, makeKey: () => "made", patternOf });
  const parsed = parseValue(pass, definition, value, { path: "f", nested: false });
  return { parsed, problems: pass.problems, references: pass.references };
}

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const OTHER = "01890a5d-ac96-774b-bcce-b302099a8058";
const quote = { name: "quote", fields: [{ name: "text", type: "text", required: true }] };
const nest = (depth: number): unknown => Array.from({ length: depth }).reduce((inner) => [inner], 1);

const TAKEN: [type: string, options: Options, value: unknown, stored?: unknown][] = [
  ["text", {}, ""],
  ["text", { minLength: 2, maxLength: 2 }, "👍👍"],
  ["text", { pattern: "^a+$" }, "aaa"],
  ["text", { pattern: /^A+$/i }, "aaa"],
  ["text", { minLength: 1, maxLength: 1, pattern: /^.$/ }, "e\u0301", "\u00e9"],
  ["richtext", {}, "u\u0308", "\u00fc"],
  ["richtext", { format: "blocks" }, [{ _type: "p", text: "u\u0308" }], [{ _type: "p", text: "\u00fc" }]],
  ["url", {}, "https://example.com/u\u0308", "https://example.com/\u00fc"],
  ["select", { options: ["a\u0308"] }, "\u00e4"],
  ["select", { options: ["\u00e4"], multiple: true }, ["a\u0308"], ["\u00e4"]],
  ["email", {}, "JO\u0308RG.A@B\u00dcCHER.Example", "j\u00d6rg.a@xn--bcher-kva.example"],
  ["text", { unique: true }, "é".repeat(1000)],
  ["richtext", {}, "# Title"],
  ["richtext", { format: "blocks" }, [{ _type: "p", children: [] }]],
  ["slug", {}, "a-1-b"],
  ["slug", {}, "a".repeat(255)],
  ["number", {}, 1.5],
  ["number", {}, -0, 0],
  ["number", { min: 1, max: 2 }, 2],
  ["number", { integer: true }, Number.MAX_SAFE_INTEGER],
  ["boolean", {}, false],
  ["date", {}, "0001-01-01"],
  ["date", {}, "9999-12-31"],
  ["date", {}, "2024-02-29"],
  ["datetime", {}, "2024-02-29T23:30:00-02:00", "2024-03-01T01:30:00.000Z"],
  ["datetime", {}, "2024-01-01T00:00Z", "2024-01-01T00:00:00.000Z"],
  ["datetime", {}, "2024-01-01T00:00:00.123456Z", "2024-01-01T00:00:00.123Z"],
  ["select", { options: ["a", { value: "b", label: "B" }] }, "b"],
  ["select", { options: ["a", "b"], multiple: true }, ["b", "a"]],
  ["select", { options: ["a", "b"], multiple: true }, []],
  ["email", {}, "Some.One+x@Example.CO.uk", "some.one+x@example.co.uk"],
  ["email", {}, "jürgen@example.org"],
  ["url", {}, "https://example.com/ä?b#c"],
  ["url", {}, "HTTPS://EXAMPLE.com/"],
  ["color", {}, "#AABBcc"],
  ["color", {}, "#aabbcc80"],
  ["json", {}, { a: [1, "x", null, true] }],
  ["json", {}, nest(32)],
  ["json", {}, "text"],
  [
    "object",
    { fields: [field("text", { name: "a" }), field("number", { name: "b", default: 3 })] },
    { a: "x", _read: 1 },
    { a: "x", b: 3 },
  ],
  ["array", { of: { type: "number" }, min: 1, max: 2 }, [1, 2]],
  ["array", { of: { type: "object", fields: [field("text", { name: "alt" })] } }, [{}], [{ alt: null }]],
  ["blocks", { blocks: [quote] }, [{ _type: "quote", text: "x" }], [{ _type: "quote", _key: "made", text: "x" }]],
  ["blocks", { blocks: [quote] }, [{ _type: "quote", _key: "k", text: "x" }]],
  ["relation", { to: "author" }, ID.toUpperCase(), ID],
  ["relation", { to: "author", many: true }, [OTHER, ID]],
  ["relation", { to: "author", many: true }, []],
  ["image", {}, ID],
  ["video", { many: true, max: 2 }, [ID, OTHER]],
  ["file", {}, ID],
];

const REFUSED: [type: string, options: Options, value: unknown, place?: string][] = [
  ["text", {}, 1],
  ["text", {}, "a\u0000b"],
  ["text", {}, "\ud800"],
  ["text", { minLength: 2 }, "👍"],
  ["text", { maxLength: 1 }, "ab"],
  ["text", { pattern: "^a+$" }, "b"],
  ["text", { pattern: "^(ba|b|a)*c$" }, "ba".repeat(50_000)],
  ["text", { pattern: "^(a|b)*a(a|b){500}$" }, "a".repeat(20_000)],
  ["text", { index: true }, "é".repeat(1001)],
  ["text", { required: true }, ""],
  ["text", { required: true }, null],
  ["richtext", {}, []],
  ["richtext", { format: "blocks" }, "text"],
  ["richtext", { format: "blocks" }, [{ text: "x" }], "f.0"],
  ["slug", {}, ""],
  ["slug", {}, "A"],
  ["slug", {}, "a--b"],
  ["slug", {}, "-a"],
  ["slug", {}, "ä"],
  ["slug", {}, "a".repeat(256)],
  ["number", {}, "1"],
  ["number", {}, Number.NaN],
  ["number", {}, Number.POSITIVE_INFINITY],
  ["number", { min: 1 }, 0],
  ["number", { max: 1 }, 2],
  ["number", { integer: true }, 1.5],
  ["number", { integer: true }, 2 ** 53],
  ["boolean", {}, "true"],
  ["boolean", {}, 1],
  ["date", {}, "2025-02-29"],
  ["date", {}, "0000-01-01"],
  ["date", {}, "10000-01-01"],
  ["date", {}, "2025-1-1"],
  ["date", {}, "2025-01-01T00:00:00Z"],
  ["date", { min: "2025-01-01" }, "2024-12-31"],
  ["date", { max: "2025-01-01" }, "2025-01-02"],
  ["datetime", {}, "2025-01-01"],
  ["datetime", {}, "2025-01-01T00:00:00"],
  ["datetime", {}, "2025-01-01T24:00:00Z"],
  ["datetime", {}, "2025-02-30T00:00:00Z"],
  ["datetime", {}, "0001-01-01T00:00:00+14:00"],
  ["datetime", {}, "9999-12-31T23:00:00-02:00"],
  ["datetime", {}, "infinity"],
  ["datetime", { min: "2025-01-01T00:00:00Z" }, "2024-12-31T23:59:59Z"],
  ["select", { options: ["a"] }, "b"],
  ["select", { options: ["a"] }, ["a"]],
  ["select", { options: ["a"], multiple: true }, "a"],
  ["select", { options: ["a"], multiple: true }, ["b"], "f.0"],
  ["select", { options: ["a"], multiple: true }, ["a", "a"]],
  ["select", { options: ["a"], multiple: true, required: true }, []],
  ["email", {}, "no"],
  ["email", {}, "a@b"],
  ["email", {}, "a b@example.com"],
  ["email", {}, "a@b.c, evil@x.y"],
  ["email", {}, "a@example.com\r\nBcc: x@y.z"],
  ["email", {}, `${"a".repeat(65)}@example.com`],
  ["url", {}, "example.com"],
  ["url", {}, "javascript:alert(1)"],
  ["url", {}, "https://"],
  ["url", {}, `https://example.com/${"a".repeat(2048)}`],
  ["color", {}, "#abc"],
  ["color", {}, "red"],
  ["json", {}, nest(33)],
  ["json", {}, "x".repeat(256 * 1024)],
  ["json", {}, { "a\u0000": 1 }],
  ["json", {}, { a: { b: "\udc00" } }],
  ["object", { fields: [] }, []],
  ["object", { fields: [] }, { x: 1 }, "f.x"],
  ["object", { fields: [field("text", { name: "headline", required: true })] }, {}, "f.headline"],
  ["object", { fields: [field("object", { name: "a", fields: [field("number", { name: "b" })] })] }, { a: { b: "1" } }, "f.a.b"],
  ["array", { of: { type: "number" } }, 1],
  ["array", { of: { type: "number" } }, [1, "2"], "f.1"],
  ["array", { of: { type: "number" } }, [null], "f.0"],
  ["array", { of: { type: "number" }, min: 2 }, [1]],
  ["array", { of: { type: "number" }, max: 1 }, [1, 2]],
  ["array", { of: { type: "number" } }, Array.from({ length: 501 }, () => 1)],
  ["array", { of: { type: "object", fields: [field("text", { name: "alt" })] } }, [{}, {}, { alt: 1 }], "f.2.alt"],
  ["blocks", { blocks: [quote] }, [{ _type: "other" }], "f.0._type"],
  ["blocks", { blocks: [quote] }, [{ _type: "quote", _key: 1, text: "x" }], "f.0._key"],
  ["blocks", { blocks: [quote] }, [{ _type: "quote" }], "f.0.text"],
  ["blocks", { blocks: [quote] }, [{ _type: "quote", text: "x", more: 1 }], "f.0.more"],
  [
    "blocks",
    { blocks: [quote] },
    [
      { _type: "quote", _key: "k", text: "" },
      { _type: "quote", _key: "k", text: "" },
    ],
    "f.1._key",
  ],
  ["relation", { to: "author" }, "1"],
  ["relation", { to: "author" }, { id: ID }],
  ["relation", { to: "author" }, [ID]],
  ["relation", { to: "author", many: true }, ID],
  ["relation", { to: "author", many: true }, [ID, "x"], "f.1"],
  ["relation", { to: "author", many: true }, [ID, OTHER, ID], "f.2"],
  ["relation", { to: "author", many: true }, [ID, ID.toUpperCase()], "f.1"],
  ["relation", { to: "author", many: true, min: 2 }, [ID]],
  ["relation", { to: "author", many: true, max: 1 }, [ID, OTHER]],
  ["relation", { to: "author", many: true, required: true }, []],
  ["image", {}, 1],
];

test.each(TAKEN)("%s %j accepts %j", (type, options, value, ...stored) => {
  const { parsed, problems } = parse(field(type, options), value);

  expect(problems).toEqual([]);
  expect(parsed).toStrictEqual(stored.length > 0 ? stored[0] : value);
});

test.each(TAKEN)("%s %j with %j matches its own JSON Schema after it is stored", (type, options, value) => {
  const definition = field(type, options);

  expect(ajv.validate(jsonSchemaOf(definition), parse(definition, value).parsed)).toBe(true);
});

test.each(REFUSED)("%s %j refuses %j", (type, options, value, place = "f") => {
  const { problems } = parse(field(type, options), value);

  expect(problems).toEqual([{ field: place, message: expect.stringMatching(/^(must|is) /) }]);
});

const PLAIN: Record<string, Options> = {
  select: { options: ["a", "b"] },
  object: { fields: [field("text", { name: "a", required: true })] },
  array: { of: { type: "text" } },
  blocks: { blocks: [quote] },
  relation: { to: "author" },
};

describe.each(Object.keys(FIELD_TYPES))("%s", (type) => {
  const definition = field(type, PLAIN[type]);

  test("accepts its sample, null if optional, and no empty value if required", () => {
    expect(parse(definition, sampleOf(definition)).problems).toEqual([]);
    expect(parse(definition, null)).toMatchObject({ parsed: null, problems: [] });
    expect(parse({ ...definition, required: true }, null).problems).toEqual([{ field: "f", message: "is required" }]);
    expect(parse({ ...definition, required: true }, null, true).problems).toEqual([]); // a draft may lack it
  });

  test("has a column type and a schema that allows null only if it is optional", () => {
    expect(columnTypeOf(definition)).toMatch(/^(text|jsonb|bigint|double precision|boolean|date|timestamptz\(3\)|uuid)$/);
    expect(jsonSchemaOf(definition)["type"] ?? ["null"]).toEqual(expect.arrayContaining(["null"]));
    expect(jsonSchemaOf({ ...definition, required: true })["type"]).not.toEqual(expect.any(Array));
  });
});

test.each(["relation", "image", "video", "file"])("a list of %s has no column, and empty is []", (type) => {
  const definition = field(type, { to: "author", many: true });

  expect(columnTypeOf(definition)).toBeNull();
  expect(parse(definition, null).parsed).toEqual([]);
  expect(parse(definition, sampleOf(definition)).problems).toEqual([]);
});

test("every wrong value in a deep structure is named at once", () => {
  const definition = field("object", {
    fields: [
      field("array", {
        name: "gallery",
        of: { type: "object", fields: [field("text", { name: "alt" }), field("image", { name: "photo" })] },
      }),
      field("number", { name: "n" }),
    ],
  });

  const { problems } = parse(definition, { gallery: [{ alt: 1 }, { photo: "x" }], n: "1", extra: true });

  expect(problems.map((problem) => problem.field)).toEqual(["f.extra", "f.gallery.0.alt", "f.gallery.1.photo", "f.n"]);
});

test("references contain their place, their list, and whether they have a foreign key", () => {
  const top = parse(field("image", { many: true, accept: ["image/*"], maxBytes: 9 }), [ID]).references;
  const nested = parse(field("object", { fields: [field("relation", { name: "by", to: "author" })] }), { by: ID }).references;

  expect(top).toEqual([{ path: "f.0", entity: "_image", id: ID, nested: false, accept: ["image/*"], maxBytes: 9, list: "f" }]);
  expect(nested).toEqual([{ path: "f.by", entity: "author", id: ID, nested: true, accept: null, maxBytes: null }]);
});
