import { defineConfig } from "@colophon/config";

/** Each field type, drafts, versions, translations, references and a global: the data that an upgrade must preserve. */
export default defineConfig({
  locales: ["en", "de"],
  entities: [
    {
      name: "everything",
      versions: { limit: 10 },
      indexes: [["choice", "day"]],
      fields: [
        { name: "title", type: "text", required: true, maxLength: 120, searchable: true },
        { name: "code", type: "text", unique: true },
        { name: "slug", type: "slug", from: "title" },
        { name: "body", type: "richtext" },
        { name: "pieces", type: "richtext", format: "blocks" },
        { name: "amount", type: "number" },
        { name: "count", type: "number", integer: true, min: 0 },
        { name: "flag", type: "boolean", default: false },
        { name: "day", type: "date" },
        { name: "moment", type: "datetime" },
        { name: "choice", type: "select", options: ["one", "two"] },
        { name: "choices", type: "select", options: ["red", "green", "blue"], multiple: true },
        { name: "email", type: "email" },
        { name: "link", type: "url" },
        { name: "color", type: "color" },
        { name: "data", type: "json" },
        {
          name: "place",
          type: "object",
          fields: [
            { name: "town", type: "text" },
            { name: "guide", type: "relation", to: "person" },
          ],
        },
        { name: "words", type: "array", of: { type: "text" } },
        {
          name: "parts",
          type: "array",
          of: {
            type: "object",
            fields: [
              { name: "label", type: "text" },
              { name: "by", type: "relation", to: "person" },
            ],
          },
        },
        {
          name: "sections",
          type: "blocks",
          blocks: [
            { name: "quote", fields: [{ name: "text", type: "text" }] },
            { name: "gallery", fields: [{ name: "pictures", type: "image", many: true }] },
          ],
        },
        { name: "author", type: "relation", to: "person" },
        { name: "readers", type: "relation", to: "person", many: true },
        { name: "picture", type: "image" },
        { name: "attachment", type: "file" },
        { name: "film", type: "video" },
        { name: "secret", type: "text", hidden: true },
      ],
    },
    { name: "person", fields: [{ name: "name", type: "text", required: true, searchable: true }] },
    {
      name: "page",
      translatable: true,
      versions: true,
      fields: [
        { name: "title", type: "text", required: true, searchable: true },
        { name: "slug", type: "slug", from: "title" },
        { name: "parent", type: "relation", to: "page", onDelete: "restrict" },
      ],
    },
    {
      name: "settings",
      global: true,
      fields: [
        { name: "siteTitle", type: "text" },
        { name: "menu", type: "array", of: { type: "text" } },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "reader",
      public: true,
      permissions: {
        everything: { read: true },
        person: { read: true },
        page: { read: true },
        settings: { read: true },
        _image: { read: true },
        _file: { read: true },
      },
    },
  ],
});
