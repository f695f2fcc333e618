import { withEntity, type Mistake } from "../site.ts";

const FIELDS = [
  { name: "status", type: "text" },
  { name: "date", type: "date" },
  { name: "seo", type: "object", fields: [{ name: "headline", type: "text" }] },
  { name: "others", type: "relation", to: "article", many: true },
  { name: "topics", type: "select", options: ["art", "war"], multiple: true },
  { name: "body", type: "richtext", format: "document" },
  { name: "parts", type: "richtext", format: "blocks" },
];
const withIndexes = (...indexes: readonly unknown[]) => withEntity({ fields: FIELDS, indexes });

/** Mistakes in an entity's indexes over several fields. */
export const INDEX_MISTAKES: readonly Mistake[] = [
  [
    "an index that is no list of names",
    withIndexes("status"),
    "entities[0].indexes[0]",
    'List field names here, as in ["status", "date"], instead of a string.',
  ],
  [
    "an index over something that is no name",
    withIndexes(["status", 5]),
    "entities[0].indexes[0]",
    'List field names here, as in ["status", "date"], instead of an array.',
  ],
  [
    "an index over one field",
    withIndexes(["status"]),
    "entities[0].indexes[0]",
    "List 2 to 5 fields here; for one field write index: true at the field.",
  ],
  [
    "an index over one field beside one over an automatic field",
    withIndexes(["updatedAt"], ["date"]),
    "entities[0].indexes[1]",
    "List 2 to 5 fields here; for one field write index: true at the field.",
  ],
  ["an index that names a field twice", withIndexes(["date", "date"]), "entities[0].indexes[0]", "Name each field once here."],
  ["an index over a misspelt field", withIndexes(["status", "dat"]), "entities[0].indexes[0][1]", 'Write "date" instead of "dat".'],
  [
    "an index over a field of another kind",
    withIndexes(["status", "seo"]),
    "entities[0].indexes[0][1]",
    'Remove "seo" from this index: its values can\'t be sorted.',
  ],
  ...["others", "topics", "body", "parts"].map((name): Mistake => [
    `an index over ${name}, which has no single value`,
    withIndexes(["status", name]),
    "entities[0].indexes[0][1]",
    `Remove "${name}" from this index: its values can't be sorted.`,
  ]),
  [
    "an index over a locale where there are none",
    withIndexes(["status", "locale"]),
    "entities[0].indexes[0][1]",
    'Name one of "status", "date", "seo", "others", "topics", "body", "parts", "createdAt", "updatedAt", "publishedAt", "_createdBy" or "_updatedBy" instead of "locale".',
  ],
  [
    "two equal indexes",
    withIndexes(["status", "date"], ["status", "date"]),
    "entities[0].indexes[1]",
    "Remove this index: entities[0].indexes[0] is the same.",
  ],
];

const withUnique = (...unique: readonly unknown[]) => withEntity({ fields: FIELDS, unique });

/** Mistakes in unique rules for several fields. */
export const UNIQUE_MISTAKES: readonly Mistake[] = [
  [
    "a unique rule that is no list of names",
    withUnique("status"),
    "entities[0].unique[0]",
    'List field names here, as in ["day", "place"], instead of a string.',
  ],
  [
    "a unique rule over one field",
    withUnique(["status"]),
    "entities[0].unique[0]",
    "List 2 to 5 fields here; for one field write unique: true at the field.",
  ],
  ["a unique rule that names a field twice", withUnique(["date", "date"]), "entities[0].unique[0]", "Name each field once here."],
  ["a unique rule over a misspelt field", withUnique(["status", "dat"]), "entities[0].unique[0][1]", 'Write "date" instead of "dat".'],
  [
    "a unique rule over an automatic field",
    withUnique(["status", "createdAt"]),
    "entities[0].unique[0][1]",
    'Name one of "status", "date", "seo", "others", "topics", "body" or "parts" instead of "createdAt".',
  ],
  [
    "a unique rule over an object",
    withUnique(["status", "seo"]),
    "entities[0].unique[0][1]",
    'Remove "seo" from this rule: a field of type object doesn\'t have a single value.',
  ],
  [
    "a unique rule over a list of relations",
    withUnique(["status", "others"]),
    "entities[0].unique[0][1]",
    'Remove "others" from this rule: a list of relations has no column.',
  ],
  [
    "two unique rules over the same fields",
    withUnique(["status", "date"], ["date", "status"]),
    "entities[0].unique[1]",
    "Remove this rule: entities[0].unique[0] is the same.",
  ],
  [
    "a unique rule of a global",
    withEntity({ global: true, fields: FIELDS, unique: [["status", "date"]] }),
    "entities[0].unique",
    "Remove unique: a global has only one record.",
  ],
];

const withShared = (field: object, entity: object = { translatable: true }) => withEntity({ ...entity, fields: [...FIELDS, field] });

/** Mistakes in fields that translations share. */
export const SHARED_MISTAKES: readonly Mistake[] = [
  [
    "a shared field without translations",
    withShared({ name: "price", type: "number", shared: true }, {}),
    "entities[0].fields[7].shared",
    "Remove shared, or make the entity translatable: shared values need translations.",
  ],
  [
    "a shared field inside an object",
    withShared({ name: "size", type: "object", fields: [{ name: "width", type: "number", shared: true }] }),
    "entities[0].fields[7].fields[0].shared",
    "Remove shared: only a field of the entity itself can be shared. Its members are shared with it.",
  ],
  [
    "a shared slug that is unique over all locales",
    withShared({ name: "slug", type: "slug", unique: "global", shared: true }),
    "entities[0].fields[7].shared",
    'Remove shared, or unique: "global", by which no two translations have the same slug.',
  ],
];
