/** A site with all field types and all their options, in a record and inside an object, an array and a block. */
import type { ConfigDefinition, FieldDefinition } from "@colophon/config";

const LATEST = "2030-12-31";

/** The fields that are allowed at every level. */
const anywhere: readonly FieldDefinition[] = [
  { name: "line", type: "text", minLength: 1, maxLength: 40, description: "One line.", admin: { placeholder: "Write", width: "half" } },
  { name: "lines", type: "text", multiline: true, admin: { help: "Several lines." } },
  { name: "code", type: "text", pattern: "^[A-Z]{2}-[0-9]{1,4}$", admin: { width: "half" } },
  { name: "fixed", type: "text", default: "as made", admin: { readOnly: true } },
  { name: "prose", type: "richtext" },
  { name: "rich", type: "richtext", format: "blocks" },
  { name: "amount", type: "number", admin: { width: "half" } },
  { name: "whole", type: "number", integer: true, min: -1_000_000, max: 9_007_199_254_740_991, admin: { width: "half" } },
  { name: "done", type: "boolean", default: true },
  { name: "day", type: "date" },
  { name: "late", type: "date", min: "2020-01-01", max: LATEST },
  { name: "moment", type: "datetime" },
  { name: "deadline", type: "datetime", min: "2020-01-01T00:00:00.000Z", max: `${LATEST}T00:00:00.000Z` },
  { name: "kind", type: "select", options: ["a", { value: "b", label: "Second" }, "c"] },
  { name: "kinds", type: "select", options: ["a", "b", { value: "c", label: "Third" }], multiple: true },
  { name: "mail", type: "email" },
  { name: "site", type: "url", admin: { condition: { done: true } } },
  { name: "tint", type: "color" },
  { name: "data", type: "json" },
  { name: "friend", type: "relation", to: "friend", onDelete: "setNull" },
  { name: "friends", type: "relation", to: "friend", many: true, min: 0, max: 3 },
  { name: "picture", type: "image", accept: ["image/png"], maxBytes: 100_000 },
  { name: "pictures", type: "image", many: true },
  { name: "paper", type: "file" },
  { name: "film", type: "video" },
];
const inside: readonly FieldDefinition[] = [{ name: "note", type: "text" }, ...anywhere];

export default {
  entities: [
    {
      name: "sample",
      title: "Samples",
      fields: [
        { name: "title", type: "text", required: true, searchable: true },
        { name: "slug", type: "slug", from: "title" },
        { name: "path", type: "slug", unique: "global" },
        { name: "number", type: "text", unique: true, index: true },
        { name: "sealed", type: "text", immutable: true },
        { name: "secret", type: "text", hidden: true },
        ...anywhere,
        { name: "box", type: "object", fields: inside },
        { name: "items", type: "array", of: { type: "object", fields: inside }, max: 3 },
        { name: "texts", type: "array", of: { type: "text" } },
        { name: "amounts", type: "array", of: { type: "number" }, min: 0, max: 5 },
        { name: "days", type: "array", of: { type: "date" } },
        {
          name: "parts",
          type: "blocks",
          blocks: [
            { name: "part", title: "Part", fields: inside },
            { name: "line", fields: [] },
          ],
        },
        { name: "liked", type: "reverse", from: "friend", field: "likes" },
      ],
    },
    {
      name: "friend",
      title: "Friends",
      fields: [
        { name: "name", type: "text" },
        { name: "likes", type: "relation", to: "sample" },
      ],
    },
  ],
  roles: [{ name: "admin", isAdmin: true }],
} satisfies ConfigDefinition;

/** The fields of a record that tests generate values for. `title` and unique values are set by the code that creates records. */
export const fields: readonly FieldDefinition[] = [
  { name: "sealed", type: "text" },
  { name: "secret", type: "text" },
  ...anywhere,
  { name: "box", type: "object", fields: inside },
  { name: "items", type: "array", of: { type: "object", fields: inside }, max: 2 },
  { name: "texts", type: "array", of: { type: "text" } },
  { name: "amounts", type: "array", of: { type: "number" } },
  { name: "days", type: "array", of: { type: "date" } },
  {
    name: "parts",
    type: "blocks",
    blocks: [
      { name: "part", fields: inside },
      { name: "line", fields: [] },
    ],
    max: 2,
  },
];
