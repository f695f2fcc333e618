/** A site for tests of the search: values of each searchable type, values that are never searched, and roles with different permissions. */
export default {
  locales: ["en", "de"],
  entities: [
    { name: "paper", versions: true, trash: true, fields: [{ name: "title", type: "text", searchable: true }] },
    {
      name: "book",
      fields: [
        { name: "title", type: "text", searchable: true },
        { name: "slug", type: "slug", from: "title", searchable: true },
        { name: "shelf", type: "select", options: ["open", { value: "closed", label: "Behind glass" }], searchable: true },
        { name: "flags", type: "select", options: ["signed", "worn"], multiple: true, searchable: true },
        { name: "notes", type: "text", searchable: true },
        { name: "secret", type: "text", searchable: true, hidden: true },
        { name: "plain", type: "text" },
        {
          name: "seo",
          type: "object",
          searchable: true,
          fields: [
            { name: "headline", type: "text", searchable: true },
            { name: "plain", type: "text" },
            { name: "deep", type: "object", fields: [{ name: "note", type: "text", searchable: true }] },
            { name: "list", type: "array", of: { type: "object", fields: [{ name: "text", type: "text", searchable: true }] } },
          ],
        },
        { name: "owner", type: "relation", to: "_user" },
      ],
    },
    { name: "leaflet", translatable: true, fields: [{ name: "title", type: "text", searchable: true }] },
    { name: "diary", trash: true, fields: [{ name: "entry", type: "text", searchable: true }] },
    { name: "stone", fields: [{ name: "name", type: "text" }] },
    { name: "site", global: true, fields: [{ name: "name", type: "text", searchable: true }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "owner",
      permissions: { book: { read: { filter: { owner: "$CURRENT_USER" } } } },
    },
    { name: "writer", permissions: { book: { create: true, update: true }, diary: { delete: true } } },
    {
      name: "visitor",
      public: true,
      permissions: {
        paper: { read: true },
        book: { read: { filter: { shelf: "open" }, fields: { exclude: ["notes", "seo", "createdAt"] } } },
        site: { read: true },
      },
    },
  ],
};
