import type { ConfigDefinition } from "@colophon/config";

/** Content that a search must distinguish: excluded and hidden fields, row filters, drafts, globals, nested texts. */
export const library: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    { name: "paper", versions: true, fields: [{ name: "title", type: "text", searchable: true }] },
    {
      name: "book",
      fields: [
        { name: "title", type: "text", required: true, searchable: true },
        { name: "slug", type: "slug", from: "title", searchable: true },
        { name: "shelf", type: "select", options: ["open", "closed"], searchable: true },
        { name: "flags", type: "select", options: ["signed", "worn"], multiple: true, searchable: true },
        { name: "notes", type: "text", searchable: true },
        { name: "secret", type: "text", searchable: true, hidden: true },
        { name: "plain", type: "text" },
        { name: "owner", type: "relation", to: "_user" },
        {
          name: "seo",
          type: "object",
          searchable: true,
          fields: [
            { name: "headline", type: "text", searchable: true },
            { name: "plain", type: "text" },
            { name: "deep", type: "object", fields: [{ name: "note", type: "text", searchable: true }] },
          ],
        },
      ],
    },
    { name: "leaflet", translatable: true, fields: [{ name: "title", type: "text", searchable: true }] },
    { name: "site", global: true, fields: [{ name: "name", type: "text", searchable: true }] },
    { name: "menu", global: true, translatable: true, fields: [{ name: "name", type: "text", searchable: true }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "owner", permissions: { book: { read: { filter: { owner: "$CURRENT_USER" } } } } },
    { name: "writer", permissions: { book: { create: true, update: true } } },
    {
      name: "visitor",
      public: true,
      permissions: { book: { read: { filter: { shelf: "open" }, fields: { exclude: ["notes", "seo"] } } }, site: { read: true } },
    },
  ],
};
