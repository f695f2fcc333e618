import { expect, test } from "@jest/globals";
import { validateConfig } from "../src/index.ts";

const roles = [{ name: "admin", isAdmin: true }];
const article = {
  name: "article",
  fields: [
    { name: "title", type: "text" },
    { name: "author", type: "relation", to: "author" },
    { name: "helpers", type: "relation", to: "author", many: true },
    { name: "box", type: "object", fields: [{ name: "author", type: "relation", to: "author" }] },
    { name: "credits", type: "array", of: { type: "object", fields: [{ name: "by", type: "relation", to: "author" }] } },
    { name: "body", type: "blocks", blocks: [{ name: "quote", fields: [{ name: "of", type: "relation", to: "author", many: true }] }] },
    { name: "readers", type: "array", of: { type: "relation", to: "author" } },
    {
      name: "text",
      type: "richtext",
      format: "document",
      blocks: [{ name: "cite", fields: [{ name: "of", type: "relation", to: "author" }] }],
    },
    { name: "parts", type: "array", of: { type: "richtext", format: "document", embeds: ["author"] } },
    { name: "notes", type: "richtext", embeds: ["author"] },
    { name: "plain", type: "richtext" },
    { name: "other", type: "richtext", format: "document", embeds: ["article"] },
  ],
};

function problemsWith(field: object, role: object = {}) {
  const author = { name: "author", fields: [{ name: "name", type: "text" }, field] };
  const result = validateConfig({ entities: [article, author], roles: [...roles, { name: "reader", ...role }] });
  return result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`);
}
const AT = "entities[1].fields[1]";

const FIELDS = ["author", "helpers", "box.author", "credits.by", "body.quote.of", "readers"]
  .concat(["text.cite.of", "text.record.author", "text.link.author"], ["parts.record.author", "parts.link.author", "notes.record.author"])
  .map((field) => ({ field }));
const NAMES = `Name ${FIELDS.slice(0, -1)
  .map(({ field }) => `"${field}"`)
  .join(", ")} or "notes.record.author"`;

test.each(FIELDS)("a reverse field names a reference to its entity, $field", ({ field }) => {
  expect(problemsWith({ name: "articles", type: "reverse", from: "article", field })).toEqual([]);
});

test.each<[object, string]>([
  [{ from: "artcle", field: "author" }, `${AT}.from: Write "article" instead of "artcle": there is no such entity.`],
  [{ from: "article", field: "title" }, `${AT}.field: ${NAMES}: "title" is not a relation of "article" to "author".`],
  ...[
    "box",
    "credits",
    "credits.of",
    "body.of",
    "author.name",
    "credits.0.by",
    "text.record",
    "text.image",
    "plain.record.author",
    "other.record.author",
  ].map((field): [object, string] => [
    { from: "article", field },
    `${AT}.field: ${NAMES}: "${field}" is not a relation of "article" to "author".`,
  ]),
  [
    { from: "author", field: "articles" },
    `${AT}.field: Add a relation to "author" there, or remove this field: "articles" is not a relation of "author" to "author".`,
  ],
])("%j is refused", (options, problem) => {
  expect(problemsWith({ name: "articles", type: "reverse", ...options })).toEqual([problem]);
});

test("options that need a stored value, a name in use, and places inside other fields are refused", () => {
  const right = { type: "reverse", from: "article", field: "author" };

  expect(problemsWith({ name: "articles", ...right, required: true })).toEqual([expect.stringContaining(`${AT}.required`)]);
  expect(problemsWith({ name: "articles", type: "reverse" })).toHaveLength(2);
  expect(problemsWith({ name: "name", ...right })).toEqual([expect.stringContaining(`${AT}.name: Rename or remove this field`)]);
  expect(problemsWith({ name: "createdAt", ...right })).toEqual([expect.stringContaining(`${AT}.name`)]);
  expect(problemsWith({ name: "box", type: "object", fields: [{ name: "articles", ...right }] })).toEqual([
    expect.stringContaining(`${AT}.fields[0].type`),
  ]);
});

test.each(["from", "field"])("without %s, only that is reported", (option) => {
  const { [option]: _, ...options } = { name: "articles", type: "reverse", from: "article", field: "author" } as Record<string, string>;

  expect(problemsWith(options)).toEqual([`${AT}.${option}: Add this: it must be a text.`]);
});

test("fields and blocks without a name are no references that a message lists, and one of a wrong type is reported once", () => {
  const toAuthor = { type: "relation", to: "author" };
  const fields = [
    toAuthor,
    { name: "parts", type: "blocks", blocks: [{ fields: [{ name: "by", ...toAuthor }] }] },
    { name: "editor", type: "relatoin", to: "author" },
  ];
  const reverse = (name: string, field: string) => ({ name, type: "reverse", from: "article", field });
  const result = validateConfig({
    entities: [
      { name: "article", fields },
      { name: "author", fields: [reverse("written", "writer"), reverse("edited", "editor")] },
    ],
    roles,
  });

  expect(result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    "entities[0].fields[0].name: Add this: it must be a text.",
    "entities[0].fields[1].blocks[0].name: Add this: it must be a text.",
    'entities[0].fields[2].type: Write "relation" instead of "relatoin".',
    'entities[1].fields[0].field: Add a relation to "author" there, or remove this field: "writer" is not a relation of "article" to "author".',
  ]);
});

test("documents refer to no globals, unless their configuration names them", () => {
  const body = { name: "body", type: "richtext", format: "document" };
  const settings = {
    name: "settings",
    global: true,
    fields: [{ name: "pages", type: "reverse", from: "page", field: "body.link.settings" }],
  };
  const result = validateConfig({ entities: [{ name: "page", fields: [body] }, settings], roles });

  expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([
    'Add a relation to "settings" there, or remove this field: "body.link.settings" is not a relation of "page" to "settings".',
  ]);
});

test("permissions may exclude it, but can't filter by it", () => {
  const field = { name: "articles", type: "reverse", from: "article", field: "author" };
  const reading = (read: object) => problemsWith(field, { permissions: { author: { read } } });

  expect(reading({ fields: { exclude: ["articles"] } })).toEqual([]);
  expect(reading({ filter: { "articles.title": "x" } })).toEqual([
    expect.stringContaining('Name another field than "articles": it is of type reverse, which only requests may name.'),
  ]);
});
