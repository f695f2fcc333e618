import type { ConfigDefinition, FieldDefinition } from "@colophon/config";

/** A field of every type that has no reference. */
const VALUES = [
  { name: "text", type: "text" },
  { name: "rich", type: "richtext" },
  { name: "number", type: "number" },
  { name: "whole", type: "number", integer: true },
  { name: "yes", type: "boolean" },
  { name: "day", type: "date" },
  { name: "moment", type: "datetime" },
  { name: "choice", type: "select", options: ["a", "b", "ü"] },
  { name: "choices", type: "select", options: ["a", "b"], multiple: true },
  { name: "email", type: "email" },
  { name: "url", type: "url" },
  { name: "color", type: "color" },
  { name: "json", type: "json" },
] as const satisfies readonly FieldDefinition[];

/** Some of them and a reference, as the members of an object or a block. */
const membersOf = (...names: readonly (typeof VALUES)[number]["name"][]): FieldDefinition[] => [
  ...VALUES.filter(({ name }) => names.includes(name)),
  { name: "at", type: "relation", to: "person" },
];

/** Values inside every kind of value: each type is in several of them. */
const NESTED: readonly FieldDefinition[] = [
  {
    name: "box",
    type: "object",
    fields: [{ name: "inner", type: "object", fields: membersOf("text", "moment", "choice", "choices", "json") }],
  },
  { name: "rows", type: "array", of: { type: "object", fields: membersOf("text", "number", "whole", "yes", "day") } },
  { name: "grid", type: "array", of: { type: "array", of: { type: "number" } } },
  { name: "days", type: "array", of: { type: "datetime" } },
  { name: "people", type: "array", of: { type: "relation", to: "person" } },
  { name: "parts", type: "blocks", blocks: [{ name: "row", fields: membersOf("number", "moment", "choices", "email", "json") }] },
  {
    name: "document",
    type: "richtext",
    format: "document",
    embeds: ["person"],
    blocks: [{ name: "row", fields: membersOf("rich", "yes", "day", "choice", "color") }],
  },
];

/** A site with every type of field, in every kind of value, with drafts, trash, translations, shared values and reverse fields. */
export const richSite: ConfigDefinition = {
  locales: ["en", "de"],
  openapi: true,
  entities: [
    {
      name: "everything",
      versions: true,
      trash: true,
      translatable: true,
      fields: [
        ...VALUES,
        { name: "slug", type: "slug", from: "text" },
        { name: "searched", type: "text", searchable: true },
        { name: "ordered", type: "text", index: true },
        { name: "shared", type: "text", shared: true },
        ...NESTED,
        { name: "one", type: "relation", to: "person" },
        { name: "several", type: "relation", to: "person", many: true },
        { name: "cover", type: "image" },
        { name: "other", type: "relation", to: "everything" },
      ],
    },
    {
      name: "person",
      versions: true,
      fields: [
        ...VALUES,
        { name: "friend", type: "relation", to: "person" },
        { name: "favourite", type: "relation", to: "everything" },
        { name: "texts", type: "reverse", from: "everything", field: "one" },
        { name: "shared", type: "reverse", from: "everything", field: "several" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        everything: {
          create: true,
          update: { filter: { choice: "a" } },
          read: { filter: { "rows.number": { $gte: 0 }, "one.text": { $ne: "hidden" } }, fields: { exclude: ["email"] } },
        },
        person: { read: { filter: { whole: { $null: false } }, fields: { exclude: ["url"] } } },
        _image: { read: true },
        _user: { read: { filter: { id: "$CURRENT_USER" } } },
      },
    },
  ],
};

/** Values of all fields of `VALUES`. */
const STORED = {
  text: "abc",
  rich: "*abc*",
  number: 1.5,
  whole: 2,
  yes: true,
  day: "2024-02-29",
  moment: "2024-02-29T12:00:00.000Z",
  choice: "a",
  choices: ["a", "b"],
  email: "a@example.com",
  url: "https://example.com/",
  color: "#112233",
  json: { a: [1] },
};

export const personContent: object = STORED;

/** The content of a record of `everything` that refers to this person. */
export function richContent(at: string): object {
  const { text, rich, number, whole, yes, day, moment, choice, choices, email, color, json } = STORED;
  return {
    ...STORED,
    searched: "abc",
    ordered: "abc",
    shared: "abc",
    box: { inner: { text, moment, choice, choices, json, at } },
    rows: [{ text, number, whole, yes, day, at }, {}],
    grid: [[1, 2], []],
    days: [moment],
    people: [at],
    parts: [{ _type: "row", number, moment, choices, email, json, at }],
    document: [{ _type: "row", attrs: { rich, yes, day, choice, color, at } }],
    one: at,
    several: [at],
  };
}
