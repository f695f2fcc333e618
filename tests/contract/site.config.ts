/** A site with each field type and each option that adds routes, and a role with limited permissions. */
import { defineConfig } from "@colophon/config";

const inner = [
  { name: "headline", type: "text", required: true, maxLength: 20, searchable: true },
  { name: "flag", type: "boolean" },
  { name: "secret", type: "text", hidden: true },
] as const;

export default defineConfig({
  locales: ["en", "de"],
  openapi: true,
  webhooks: [
    {
      name: "site",
      url: "https://site.example.com/events",
      events: ["legal.updated"],
      role: "admin",
      secret: Buffer.alloc(24).toString("base64"),
    },
  ],
  entities: [
    {
      name: "everything",
      versions: { limit: 5 },
      translatable: true,
      fields: [
        { name: "text", type: "text", required: true, minLength: 2, maxLength: 9, searchable: true },
        { name: "coded", type: "text", pattern: "^[A-Z]{3}$", index: true },
        { name: "rich", type: "richtext" },
        { name: "blocksOfText", type: "richtext", format: "blocks" },
        { name: "slug", type: "slug", from: "text" },
        { name: "number", type: "number", min: 5, max: 10, required: true, default: 7 },
        { name: "whole", type: "number", integer: true },
        { name: "yes", type: "boolean" },
        { name: "day", type: "date" },
        { name: "moment", type: "datetime" },
        { name: "choice", type: "select", options: ["a", "b", "c d"], searchable: true },
        { name: "choices", type: "select", options: ["x", "y"], multiple: true },
        { name: "email", type: "email" },
        { name: "url", type: "url" },
        { name: "color", type: "color", default: "#336699" },
        { name: "json", type: "json" },
        { name: "object", type: "object", fields: [...inner, { name: "deep", type: "object", fields: inner }] },
        { name: "list", type: "array", of: { type: "number" }, min: 2, max: 4 },
        {
          name: "blocks",
          type: "blocks",
          blocks: [
            { name: "quote", fields: inner },
            { name: "picture", fields: [{ name: "image", type: "image" }] },
          ],
        },
        { name: "one", type: "relation", to: "plain" },
        { name: "several", type: "relation", to: "plain", many: true, max: 3 },
        { name: "cover", type: "image" },
        { name: "fixed", type: "text", immutable: true },
        { name: "hidden", type: "text", hidden: true },
      ],
    },
    {
      name: "plain",
      fields: [
        { name: "title", type: "text", required: true, unique: true, searchable: true },
        { name: "state", type: "select", options: ["open", "closed"], default: "open" },
        { name: "wage", type: "number" },
        { name: "parent", type: "relation", to: "plain" },
      ],
    },
    { name: "vault", fields: [{ name: "owner", type: "relation", to: "plain" }] },
    { name: "motto", global: true, translatable: true, versions: true, fields: [{ name: "words", type: "text" }] },
    { name: "legal", global: true, fields: [{ name: "imprint", type: "text", required: true }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        everything: { create: true, read: true, update: { fields: { exclude: ["coded"] } } },
        plain: {
          create: { filter: { state: "open" } },
          read: { fields: { exclude: ["wage"] } },
          update: { filter: { state: "open" }, fields: { exclude: ["wage"] } },
          delete: { filter: { state: "open" } },
        },
        vault: { create: true },
        motto: { read: true, update: true },
        legal: { update: true },
        _image: { create: true, read: true, update: true, delete: true },
        _file: { create: true, read: true },
        _user: { read: { fields: { exclude: ["email"] } }, update: true },
      },
    },
    {
      name: "visitor",
      public: true,
      permissions: {
        everything: { read: { filter: { choice: { $ne: "b" } }, fields: { exclude: ["email", "one"] } } },
        plain: { read: { filter: { state: "open" }, fields: { exclude: ["wage"] } }, create: true },
        motto: { read: true },
        _image: { read: true },
        _file: { read: true },
      },
    },
  ],
});
