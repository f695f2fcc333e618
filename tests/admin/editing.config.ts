/** A site in two languages with its pages on another host, for tests of previews and translations, and of an editor with restrictions. */
export default {
  locales: ["en", "de", "ar"],
  entities: [
    {
      name: "article",
      title: "Articles",
      versions: true,
      translatable: true,
      trash: true,
      fields: [
        { name: "title", type: "text", required: true, searchable: true },
        { name: "slug", type: "slug", from: "title" },
        { name: "summary", type: "text", multiline: true },
        { name: "body", type: "richtext" },
        { name: "section", type: "select", options: ["news", "secret"] },
        { name: "author", type: "relation", to: "author" },
        { name: "rating", type: "number", shared: true },
        { name: "notes", type: "text", searchable: true },
      ],
      admin: {
        summary: { title: "title" },
        list: { columns: ["title", "section", "rating", "updatedAt"], views: [{ name: "Only news", filter: { section: "news" } }] },
        preview: "https://www.example.com/{locale}/{slug}",
        bulkActions: ["publish", "delete"],
      },
    },
    {
      name: "author",
      title: "Authors",
      fields: [
        { name: "name", type: "text", required: true, searchable: true },
        { name: "section", type: "select", options: ["news", "secret"] },
        { name: "phone", type: "text" },
      ],
    },
    {
      name: "front",
      title: "Front page",
      global: true,
      translatable: true,
      versions: true,
      fields: [
        { name: "headline", type: "text", required: true },
        { name: "text", type: "text", multiline: true },
      ],
      admin: { summary: { title: "headline" } },
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        article: {
          create: { filter: { section: "news" }, fields: { exclude: ["notes"] } },
          read: { filter: { section: "news" }, fields: { exclude: ["notes"] } },
          update: { filter: { section: "news" }, fields: { exclude: ["notes", "rating"] } },
          delete: { filter: { section: "news" } },
        },
        author: { create: true, read: { filter: { section: { $ne: "secret" } }, fields: { exclude: ["phone"] } } },
      },
    },
  ],
  admin: { dashboard: [{ type: "scheduled" }, { type: "drafts" }, { type: "recent", entity: "article" }] },
};
