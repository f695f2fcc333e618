/** The site that is measured: articles of about 1 KB with an author and a category. */
export default {
  entities: [
    {
      name: "article",
      indexes: [["status", "date"]],
      fields: [
        { name: "title", type: "text", required: true },
        { name: "status", type: "select", options: ["draft", "live"], default: "draft" },
        { name: "date", type: "date" },
        { name: "body", type: "richtext" },
        { name: "author", type: "relation", to: "author" },
        { name: "category", type: "relation", to: "category" },
      ],
    },
    { name: "author", fields: [{ name: "name", type: "text", required: true }] },
    { name: "category", fields: [{ name: "label", type: "text", required: true }] },
    {
      name: "story",
      fields: ["headline", "summary", "text"].map((name) => ({ name, type: "text", searchable: true })),
    },
  ],
  roles: [{ name: "admin", isAdmin: true }],
};
