/** A small magazine for tests of the admin page. */
export default {
  locales: ["en", "de"],
  events: false, // tests wait until nothing is being loaded
  entities: [
    {
      name: "article",
      title: "Articles",
      versions: { limit: 10 },
      fields: [
        { name: "title", type: "text", required: true, searchable: true },
        { name: "section", type: "select", options: ["news", { value: "opinion", label: "Opinion & essays" }] },
        { name: "date", type: "date", index: true },
        { name: "words", type: "number", integer: true },
        { name: "featured", type: "boolean", default: false },
        { name: "author", type: "relation", to: "author" },
        { name: "notes", type: "text", multiline: true },
      ],
      admin: {
        summary: { title: "title", subtitle: "author.name" },
        list: {
          columns: ["title", "section", "date", "author", "featured"],
          views: [{ name: "Opinion only", filter: { section: "opinion" }, sort: "title" }],
        },
        bulkActions: ["publish", "unpublish", "delete"],
      },
    },
    { name: "author", title: "Authors", fields: [{ name: "name", type: "text", required: true, searchable: true }] },
    { name: "tag", title: "Tags", admin: { group: "Lists" }, fields: [{ name: "label", type: "text", required: true }] },
    { name: "settings", title: "Site settings", global: true, fields: [{ name: "siteTitle", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "writer",
      permissions: {
        article: { create: true, read: { filter: { section: "news" }, fields: { exclude: ["notes"] } }, update: true },
        author: { read: true },
      },
    },
  ],
};
