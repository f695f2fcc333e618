/** A site for tests of references to translations. */
export default {
  locales: ["en", "de"],
  entities: [
    {
      name: "page",
      title: "Pages",
      translatable: true,
      fields: [{ name: "title", type: "text", required: true, searchable: true }],
      admin: { summary: { title: "title" } },
    },
    {
      name: "article",
      title: "Articles",
      translatable: true,
      fields: [
        { name: "title", type: "text", required: true },
        { name: "pages", type: "relation", to: "page", many: true },
      ],
      admin: { summary: { title: "title" } },
    },
  ],
  roles: [{ name: "admin", isAdmin: true }],
};
