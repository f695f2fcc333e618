import type { EntityDefinition } from "@colophon/config";

const everything: EntityDefinition = {
  name: "everything",
  title: "Everything there is",
  versions: true,
  translatable: true,
  fields: [
    { name: "text", type: "text", required: true, minLength: 2, maxLength: 9, searchable: true, description: "A line." },
    { name: "coded", type: "text", pattern: "^[A-Z]{3}$" },
    { name: "rich", type: "richtext" },
    { name: "blocksOfText", type: "richtext", format: "blocks" },
    { name: "slug", type: "slug", from: "text" },
    { name: "number", type: "number", min: 5, max: 10, required: true, default: 7 },
    { name: "whole", type: "number", integer: true },
    { name: "yes", type: "boolean" },
    { name: "day", type: "date", min: "2020-01-01" },
    { name: "moment", type: "datetime" },
    { name: "choice", type: "select", options: ["a", { value: "b", label: "B" }] },
    { name: "choices", type: "select", options: ["x", "y"], multiple: true },
    { name: "email", type: "email", unique: true },
    { name: "url", type: "url" },
    { name: "color", type: "color", default: "#336699" },
    { name: "json", type: "json" },
    {
      name: "object",
      type: "object",
      fields: [
        { name: "headline", type: "text", required: true, searchable: true },
        { name: "inner", type: "object", fields: [{ name: "flag", type: "boolean" }] },
        { name: "secret", type: "text", hidden: true },
      ],
    },
    { name: "list", type: "array", of: { type: "number" }, min: 2, max: 4 },
    {
      name: "blocks",
      type: "blocks",
      blocks: [
        { name: "quote", fields: [{ name: "text", type: "text", required: true }] },
        { name: "picture", fields: [{ name: "image", type: "image" }] },
      ],
    },
    { name: "one", type: "relation", to: "plain" },
    { name: "needed", type: "relation", to: "plain", required: true },
    { name: "several", type: "relation", to: "plain", many: true, max: 3 },
    { name: "cover", type: "image", accept: ["image/png"] },
    { name: "hidden", type: "text", hidden: true },
    { name: "checked", type: "text", validate: () => "never" },
  ],
};

/** Entities with every field type and every option that adds routes. */
export const everyField: readonly EntityDefinition[] = [
  everything,
  {
    name: "plain",
    fields: [
      { name: "title", type: "text", required: true },
      { name: "parent", type: "relation", to: "plain" },
    ],
  },
  { name: "blog-post", fields: [{ name: "title", type: "text" }] },
  { name: "blogPost", fields: [{ name: "title", type: "text" }] },
  { name: "settings", global: true, versions: { limit: 3 }, fields: [{ name: "motto", type: "text" }] },
  { name: "legal", global: true, fields: [{ name: "imprint", type: "text", required: true }] },
];
