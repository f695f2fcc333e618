import type { ConfigDefinition } from "@colophon/config";

/** A small site for most tests: relations, a global of each kind, roles with filters and exclusions. */
export const magazine: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    {
      name: "author",
      fields: [
        { name: "name", type: "text", required: true },
        { name: "secret", type: "text" },
      ],
    },
    { name: "tag", fields: [{ name: "label", type: "text", required: true, unique: true }] },
    {
      name: "article",
      fields: [
        { name: "title", type: "text", required: true },
        { name: "slug", type: "slug", from: "title" },
        { name: "status", type: "select", options: ["draft", "live"], default: "draft" },
        { name: "rank", type: "number", integer: true },
        { name: "notes", type: "text" },
        { name: "author", type: "relation", to: "author" },
        { name: "tags", type: "relation", to: "tag", many: true },
      ],
    },
    { name: "page", translatable: true, fields: [{ name: "title", type: "text", required: true }] },
    { name: "theme", global: true, fields: [{ name: "color", type: "color" }] },
    {
      name: "settings",
      global: true,
      fields: [
        { name: "siteName", type: "text", required: true },
        { name: "motto", type: "text", pattern: /^[a-z ]*$/i },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        article: { create: true, read: true, update: { fields: { exclude: ["rank"] } }, delete: { filter: { status: "draft" } } },
        author: { read: { fields: { exclude: ["secret"] } } },
        tag: { create: true, read: true },
        settings: { read: true, update: true },
        _user: { read: true, update: { filter: { id: "$CURRENT_USER" } } },
      },
    },
    { name: "writer", permissions: { article: { create: { filter: { status: "draft" } } } } },
    { name: "visitor", public: true, permissions: { article: { read: { filter: { status: "live" }, fields: { exclude: ["notes"] } } } } },
  ],
};
