import { withField, type Mistake } from "../site.ts";

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";

const CIRCULAR: Record<string, unknown> = {};
CIRCULAR["self"] = CIRCULAR;
const withPlace = (fields: readonly unknown[], value: unknown) => withField({ name: "place", type: "object", fields, default: value });

/** Mistakes in relations, media and defaults. */
export const REFERENCE_AND_DEFAULT_MISTAKES: readonly Mistake[] = [
  ["a relation to nothing", withField({ name: "author", type: "relation" }), "entities[0].fields[1].to", "Add this: it must be a text."],
  [
    "a relation to a missing entity",
    withField({ name: "author", type: "relation", to: "person" }),
    "entities[0].fields[1].to",
    'Name one of the entities "_user", "_image", "_video", "_file" or "article": there is no "person".',
  ],
  [
    "a relation to a misspelt entity",
    withField({ name: "parent", type: "relation", to: "articel" }),
    "entities[0].fields[1].to",
    'Write "article" instead of "articel": there is no such entity.',
  ],
  [
    "a nested relation to a missing entity",
    withField({ name: "links", type: "array", of: { type: "relation", to: "link" } }),
    "entities[0].fields[1].of.to",
    'Name one of the entities "_user", "_image", "_video", "_file" or "article": there is no "link".',
  ],
  [
    "an unknown onDelete",
    withField({ name: "parent", type: "relation", to: "article", onDelete: "nothing" }),
    "entities[0].fields[1].onDelete",
    'Use "setNull", "restrict" or "cascade" instead of "nothing".',
  ],
  [
    "a count of one relation",
    withField({ name: "parent", type: "relation", to: "article", max: 3 }),
    "entities[0].fields[1].max",
    "Add many: true, or remove max: it limits the number of records in a list.",
  ],
  [
    "a relation with its counts swapped",
    withField({ name: "related", type: "relation", to: "article", many: true, min: 4, max: 3 }),
    "entities[0].fields[1].min",
    "Make min at most max (3) instead of 4.",
  ],
  [
    "a unique list of relations",
    withField({ name: "related", type: "relation", to: "article", many: true, unique: true }),
    "entities[0].fields[1].unique",
    "Remove unique: a list of relations has no column.",
  ],
  [
    "an index on a multiple select",
    withField({ name: "tags", type: "select", options: ["a"], multiple: true, index: true }),
    "entities[0].fields[1].index",
    "Remove index: a select with multiple has several values.",
  ],
  [
    "a unique json",
    withField({ name: "data", type: "json", unique: true }),
    "entities[0].fields[1].unique",
    "Remove unique: a field of type json doesn't have a single value.",
  ],
  [
    "accept that is no media type",
    withField({ name: "cover", type: "image", accept: [".png"] }),
    "entities[0].fields[1].accept[0]",
    'Use a media type such as image/* instead of ".png".',
  ],
  [
    "accept of a file that is no media type",
    withField({ name: "manual", type: "file", accept: ["pdf"] }),
    "entities[0].fields[1].accept[0]",
    'Use a media type such as application/pdf instead of "pdf".',
  ],
  [
    "a video that accepts an image",
    withField({ name: "clip", type: "video", accept: ["video/*", "image/png"] }),
    "entities[0].fields[1].accept[1]",
    'Use a media type that begins with video/, or make this a field of type file: "image/png" is never stored as a video.',
  ],
  [
    "an image that accepts a video",
    withField({ name: "cover", type: "image", accept: ["image/*", "video/mp4"] }),
    "entities[0].fields[1].accept[1]",
    'Use a media type that begins with image/, or make this a field of type file: "video/mp4" is never stored as an image.',
  ],
  [
    "a file of no bytes",
    withField({ name: "report", type: "file", maxBytes: 0 }),
    "entities[0].fields[1].maxBytes",
    "Use 1 or more instead of 0.",
  ],
  [
    "a default of another kind",
    withField({ name: "subtitle", type: "text", default: 7 }),
    "entities[0].fields[1].default",
    "Correct this default: 7 must be a string.",
  ],
  [
    "a default that is too long",
    withField({ name: "subtitle", type: "text", maxLength: 3, default: "long" }),
    "entities[0].fields[1].default",
    'Correct this default: "long" must be at most 3 characters long.',
  ],
  [
    "a default that the pattern refuses",
    withField({ name: "code", type: "text", pattern: "^[A-Z]{3}$", default: "abc" }),
    "entities[0].fields[1].default",
    'Correct this default: "abc" must match ^[A-Z]{3}$.',
  ],
  [
    "a default below the bounds",
    withField({ name: "price", type: "number", min: 1, default: 0 }),
    "entities[0].fields[1].default",
    "Correct this default: 0 must be at least 1.",
  ],
  [
    "a default for a pattern that is none",
    withField({ name: "code", type: "text", pattern: "(", default: "abc" }),
    "entities[0].fields[1].pattern",
    "Correct this pattern: it is not a valid regular expression (with the flag u).",
  ],
  [
    "a default between bounds of which one is none",
    withField({ name: "day", type: "date", min: "soon", max: "2026-12-31", default: "2026-01-01" }),
    "entities[0].fields[1].min",
    'Use a day as 2026-01-31 instead of "soon".',
  ],
  [
    "a default before a maximum that is none",
    withField({ name: "day", type: "date", max: "2025-13-01", default: "2026-01-01" }),
    "entities[0].fields[1].max",
    'Use a day as 2026-01-31 instead of "2025-13-01".',
  ],
  [
    "a default that contains itself",
    withField({ name: "extra", type: "json", default: CIRCULAR }),
    "entities[0].fields[1].default",
    "Use JSON instead of an object, without functions, dates and circular references.",
  ],
  [
    "a default that contains a date",
    withField({ name: "extra", type: "json", default: { at: new Date(0) } }),
    "entities[0].fields[1].default",
    "Use JSON instead of an object, without functions, dates and circular references.",
  ],
  [
    "a default with a member that the object doesn't have",
    withPlace([{ name: "city", type: "text" }], { "city.name": "Oslo" }),
    "entities[0].fields[1].default.city.name",
    "Correct this default: it is not a known field.",
  ],
  [
    "a default of a member of no type",
    withPlace([{ name: "state", type: "sellect" }], { state: "x" }),
    "entities[0].fields[1].fields[0].type",
    'Write "select" instead of "sellect".',
  ],
  [
    "a default of a member without options",
    withPlace([{ name: "kind", type: "select" }], { kind: "x" }),
    "entities[0].fields[1].fields[0].options",
    "Add this: it must be an array.",
  ],
  [
    "a default of a member whose condition is none",
    withPlace([{ name: "url", type: "url", required: true, admin: { condition: "sold" } }], {}),
    "entities[0].fields[1].fields[0].admin.condition",
    "Make condition an object of field and value instead of a string.",
  ],
  [
    "a default of null for a required field",
    withField({ name: "subtitle", type: "text", required: true, default: null }),
    "entities[0].fields[1].default",
    "Remove this default: the field is required and can't be null.",
  ],
  [
    "a default outside the options",
    withField({ name: "status", type: "select", options: ["draft", "live"], default: "alive" }),
    "entities[0].fields[1].default",
    'Correct this default: "alive" must be one of draft, live.',
  ],
  [
    "a default outside the bounds",
    withField({ name: "price", type: "number", min: 1, max: 5, default: 9 }),
    "entities[0].fields[1].default",
    "Correct this default: 9 must be at most 5.",
  ],
  [
    "a default that is not whole",
    withField({ name: "price", type: "number", integer: true, default: 1.5 }),
    "entities[0].fields[1].default",
    "Correct this default: 1.5 must be a whole number.",
  ],
  [
    "a default color by name",
    withField({ name: "paint", type: "color", default: "red" }),
    "entities[0].fields[1].default",
    'Correct this default: "red" must be a color as #rrggbb or #rrggbbaa.',
  ],
  [
    "a default slug in capitals",
    withField({ name: "slug", type: "slug", default: "Home" }),
    "entities[0].fields[1].default",
    'Correct this default: "Home" must be lower-case letters, digits and single hyphens between them.',
  ],
  [
    "a default relation that is no id",
    withField({ name: "parent", type: "relation", to: "article", default: "home" }),
    "entities[0].fields[1].default",
    'Correct this default: "home" must be the id of a record.',
  ],
  [
    "a default list that is none",
    withField({ name: "links", type: "array", of: { type: "url" }, default: "x" }),
    "entities[0].fields[1].default",
    'Correct this default: "x" must be an array.',
  ],
  [
    "a wrong item in a default list",
    withField({ name: "links", type: "array", of: { type: "url" }, default: ["https://a.example", "b"] }),
    "entities[0].fields[1].default[1]",
    'Correct this default: "b" must be an http or https address.',
  ],
  [
    "an unknown member in a default object",
    withField({ name: "seo", type: "object", fields: [{ name: "headline", type: "text" }], default: { headlin: "x" } }),
    "entities[0].fields[1].default.headlin",
    'Correct this default: "x" is not a known field.',
  ],
  [
    "an unknown block in a default",
    withField({ name: "body", type: "blocks", blocks: [{ name: "quote", fields: [] }], default: [{ _type: "qoute" }] }),
    "entities[0].fields[1].default[0]._type",
    'Correct this default: "qoute" must be one of quote.',
  ],
  [
    "a default that is no JSON",
    withField({ name: "data", type: "json", default: { now: () => 1 } }),
    "entities[0].fields[1].default",
    "Use JSON instead of an object, without functions, dates and circular references.",
  ],
  [
    "a default that names an option twice",
    withField({ name: "tags", type: "select", options: ["a", "b"], multiple: true, default: ["a", "a"] }),
    "entities[0].fields[1].default",
    "Correct this default: an array must not name an option twice.",
  ],
  [
    "a default of rich-text blocks without types",
    withField({ name: "body", type: "richtext", format: "blocks", default: [1] }),
    "entities[0].fields[1].default[0]",
    "Correct this default: 1 must be an object with a `_type`.",
  ],
  [
    "a default with a repeated key",
    withField({
      name: "body",
      type: "blocks",
      blocks: [{ name: "rule", fields: [] }],
      default: [
        { _type: "rule", _key: "k" },
        { _type: "rule", _key: "k" },
      ],
    }),
    "entities[0].fields[1].default[1]._key",
    'Correct this default: "k" must not be the key of another item.',
  ],
  [
    "a default that is too long for an index",
    withField({ name: "subtitle", type: "text", index: true, default: "x".repeat(3_000) }),
    "entities[0].fields[1].default",
    "Correct this default: a long text must be at most 2000 bytes, because it is indexed.",
  ],
  [
    "an empty default of a required field",
    withField({ name: "subtitle", type: "text", required: true, default: "" }),
    "entities[0].fields[1].default",
    "Remove this default: the field is required and can't be empty.",
  ],
  [
    "a default that names a record twice",
    withField({ name: "related", type: "relation", to: "article", many: true, default: [ID, ID] }),
    "entities[0].fields[1].default[1]",
    `Correct this default: "${ID}" must not name the same record twice.`,
  ],
  [
    "a default of an object without a required member",
    withField({ name: "seo", type: "object", fields: [{ name: "headline", type: "text", required: true }], default: {} }),
    "entities[0].fields[1].default.headline",
    "Add this: the field is required.",
  ],
  [
    "a wrong default inside a default",
    withField({ name: "seo", type: "object", fields: [{ name: "headline", type: "text", default: 1 }], default: {} }),
    "entities[0].fields[1].fields[0].default",
    "Correct this default: 1 must be a string.",
  ],
];
