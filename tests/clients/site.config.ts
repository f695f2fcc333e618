/** A small site with drafts, languages, relations and a global, for clients that are typed from it. */
import { defineConfig } from "@colophon/config";

export default defineConfig({
  locales: ["en", "de"],
  openapi: true,
  entities: [
    {
      name: "article",
      versions: true,
      fields: [
        { name: "title", type: "text", required: true, maxLength: 50, searchable: true },
        { name: "section", type: "select", options: ["news", "culture"], default: "news" },
        { name: "rank", type: "number", integer: true },
        { name: "author", type: "relation", to: "author" },
        { name: "tags", type: "relation", to: "tag", many: true },
        { name: "cover", type: "image" },
        { name: "seo", type: "object", fields: [{ name: "headline", type: "text" }] },
      ],
    },
    {
      name: "author",
      fields: [
        { name: "name", type: "text", required: true },
        { name: "company", type: "relation", to: "company" },
      ],
    },
    { name: "company", fields: [{ name: "name", type: "text" }] },
    {
      name: "anthology",
      fields: [
        { name: "name", type: "text" },
        {
          name: "parts",
          type: "array",
          of: {
            type: "object",
            fields: [
              { name: "pages", type: "number" },
              { name: "by", type: "relation", to: "author" },
            ],
          },
        },
        { name: "editors", type: "array", of: { type: "relation", to: "author" } },
        {
          name: "extras",
          type: "blocks",
          blocks: [
            { name: "note", fields: [{ name: "of", type: "relation", to: "author", many: true }] },
            { name: "line", fields: [] },
          ],
        },
      ],
    },
    { name: "tag", fields: [{ name: "label", type: "text", required: true, unique: true }] },
    { name: "page", translatable: true, fields: [{ name: "title", type: "text", required: true }] },
    { name: "settings", global: true, fields: [{ name: "theme", type: "text", default: "light" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "visitor", public: true, permissions: { article: { read: true } } },
  ],
});
