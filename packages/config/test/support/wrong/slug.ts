import { withEntity, withField, type Mistake } from "../site.ts";

/** Mistakes in what slugs are made from. */
export const SLUG_MISTAKES: readonly Mistake[] = [
  [
    "a slug from a missing field",
    withField({ name: "slug", type: "slug", from: "headline" }),
    "entities[0].fields[1].from",
    'Name "title": the entity has no field "headline".',
  ],
  [
    "a slug of an entity without texts",
    withEntity({ fields: [{ name: "slug", type: "slug", from: "headline" }] }),
    "entities[0].fields[0].from",
    'Add a text field and name it here: the entity has no field "headline".',
  ],
  [
    "a slug from the text of an entity that is not there",
    withField({ name: "writer", type: "relation", to: "autor" }, { name: "slug", type: "slug", from: "writer.name" }),
    "entities[0].fields[1].to",
    'Name one of the entities "_user", "_image", "_video", "_file" or "article": there is no "autor".',
  ],
  [
    "a slug from a reverse field of another entity",
    withEntity(
      {
        fields: [
          { name: "writer", type: "relation", to: "author" },
          { name: "slug", type: "slug", from: "writer.articles" },
        ],
      },
      { name: "author", fields: [{ name: "articles", type: "reverse", from: "article", field: "writer" }] },
    ),
    "entities[0].fields[1].from",
    'Name a text field instead of "writer.articles": "articles" is of type reverse.',
  ],
  [
    "a slug from a field of no type in another entity",
    withEntity(
      {
        fields: [
          { name: "writer", type: "relation", to: "author" },
          { name: "slug", type: "slug", from: "writer.name" },
        ],
      },
      { name: "author", fields: [{ name: "name", type: "txt" }] },
    ),
    "entities[1].fields[0].type",
    'Write "text" instead of "txt".',
  ],
  [
    "a slug from a number",
    withField({ name: "price", type: "number" }, { name: "slug", type: "slug", from: "price" }),
    "entities[0].fields[2].from",
    'Name "title": "price" is not a text field but of type number.',
  ],
  ...(
    [
      [["title", "title"], "from[1]", 'Remove this field: "title" is listed already.'],
      [["title", "headline"], "from[1]", 'Name "title": the entity has no field "headline".'],
      [["place.name", "title"], "from[0]", 'Write "named" instead of "name": the object "place" has no field "name".'],
      ["place.size", "from", 'Name a text field instead of "place.size": "size" is of type number.'],
      ["title.x", "from", 'Name a text field instead of "title.x": "title" is of type text.'],
      ["twins.title", "from", 'Name a relation to one record instead of "twins": it refers to several.'],
      ["twin.titel", "from", 'Write "title" instead of "titel": the entity "article" has no field "titel".'],
      ["twin.place", "from", 'Name a text field instead of "twin.place": "place" is of type object.'],
      ["twin.twin.title", "from", 'Name a text field instead of "twin.twin.title": "twin" is of type relation.'],
      [[], "from", "List at least 1 here."],
      [5, "from", "Name a text field, or list text fields in the order of the slug."],
    ] as const
  ).map(([from, at, message]): Mistake => [
    `a slug from ${JSON.stringify(from)}`,
    withField(
      {
        name: "place",
        type: "object",
        fields: [
          { name: "named", type: "text" },
          { name: "size", type: "number" },
        ],
      },
      { name: "twin", type: "relation", to: "article" },
      { name: "twins", type: "relation", to: "article", many: true },
      { name: "slug", type: "slug", from },
    ),
    `entities[0].fields[4].${at}`,
    message,
  ]),
  [
    "a nested slug with from",
    withField({
      name: "link",
      type: "object",
      fields: [
        { name: "label", type: "text" },
        { name: "slug", type: "slug", from: "label" },
      ],
    }),
    "entities[0].fields[1].fields[1].from",
    "Remove from: only a slug of the entity itself can be generated from another field.",
  ],
  [
    "a slug that is not unique",
    withField({ name: "slug", type: "slug", unique: false }),
    "entities[0].fields[1].unique",
    'Use "entity" or "global": a slug is always unique.',
  ],
];
