import { withField, type Mistake } from "../site.ts";

const deep = (levels: number): Record<string, unknown> =>
  levels === 0 ? { name: "leaf", type: "text" } : { name: "inner", type: "object", fields: [deep(levels - 1)] };
const lists = (levels: number): Record<string, unknown> => (levels === 0 ? { type: "text" } : { type: "array", of: lists(levels - 1) });

/** Mistakes in fields that contain other fields. */
export const NESTED_FIELD_MISTAKES: readonly Mistake[] = [
  [
    "an object without fields",
    withField({ name: "seo", type: "object", fields: [] }),
    "entities[0].fields[1].fields",
    "List at least 1 here.",
  ],
  [
    "a mistake in a nested field",
    withField({ name: "seo", type: "object", fields: [{ name: "headline", type: "text", maxLenght: 3 }] }),
    "entities[0].fields[1].fields[0].maxLenght",
    'Write "maxLength" instead of "maxLenght": a field of type text has no option "maxLenght".',
  ],
  [
    "a unique field in an object",
    withField({ name: "seo", type: "object", fields: [{ name: "headline", type: "text", unique: true }] }),
    "entities[0].fields[1].fields[0].unique",
    "Remove unique: a field inside an object, array or block has no column.",
  ],
  [
    "objects six deep",
    withField(deep(6)),
    "entities[0].fields[1].fields[0].fields[0].fields[0].fields[0].fields[0]",
    "Move these fields up: objects and blocks can be nested at most 5 levels deep.",
  ],
  [
    "lists thirteen deep",
    withField({ name: "matrix", ...lists(13) }),
    "entities[0].fields[1].of.of.of.of.of.of.of.of.of.of.of.of",
    "Move this up: fields can be nested at most 12 levels deep.",
  ],
  [
    "an array without of",
    withField({ name: "links", type: "array" }),
    "entities[0].fields[1].of",
    'Describe the items by a field without a name, such as { type: "text" }.',
  ],
  [
    "an array's item with a name",
    withField({ name: "links", type: "array", of: { name: "link", type: "url" } }),
    "entities[0].fields[1].of.name",
    'Remove "name": a field of type url has no such option, only type, title, description, required, searchable, default, immutable, hidden, shared, index, unique, validate, admin, renamedFrom.',
  ],
  [
    "an array's item of an unknown type",
    withField({ name: "links", type: "array", of: { type: "uri" } }),
    "entities[0].fields[1].of.type",
    'Write "url" instead of "uri".',
  ],
  [
    "an array of more than 500",
    withField({ name: "links", type: "array", of: { type: "url" }, max: 501 }),
    "entities[0].fields[1].max",
    "Use 500 or less instead of 501.",
  ],
  [
    "an array with its counts swapped",
    withField({ name: "links", type: "array", of: { type: "url" }, min: 5, max: 2 }),
    "entities[0].fields[1].min",
    "Make min at most max (2) instead of 5.",
  ],
  [
    "blocks without a block",
    withField({ name: "body", type: "blocks", blocks: [] }),
    "entities[0].fields[1].blocks",
    "List at least 1 here.",
  ],
  [
    "two blocks of one name",
    withField({
      name: "body",
      type: "blocks",
      blocks: [
        { name: "quote", fields: [] },
        { name: "quote", fields: [] },
      ],
    }),
    "entities[0].fields[1].blocks[1].name",
    'Rename or remove this block: entities[0].fields[1].blocks[0] is called "quote" too.',
  ],
  [
    "a block name with a space",
    withField({ name: "body", type: "blocks", blocks: [{ name: "pull quote", fields: [] }] }),
    "entities[0].fields[1].blocks[0].name",
    'Rename the block "pull quote": use letters and digits, a letter first, at most 48 characters.',
  ],
  [
    "a block with renamedFrom of its neighbour",
    withField({
      name: "body",
      type: "blocks",
      blocks: [
        { name: "quote", renamedFrom: "text", fields: [] },
        { name: "text", fields: [] },
      ],
    }),
    "entities[0].fields[1].blocks[0].renamedFrom",
    'Remove renamedFrom, or the block "text": entities[0].fields[1].blocks[1] still has this name.',
  ],
  [
    "an unknown block option",
    withField({ name: "body", type: "blocks", blocks: [{ name: "quote", fields: [], icon: "q" }] }),
    "entities[0].fields[1].blocks[0].icon",
    'Remove "icon": a block has no such option, only name, title, renamedFrom, fields.',
  ],
];
