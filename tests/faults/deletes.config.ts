/** A site where deleting an author sets the references of many articles to null, and deletes many comments by cascade. */
export default {
  entities: [
    {
      name: "author",
      fields: [
        { name: "name", type: "text", required: true, searchable: true },
        { name: "slug", type: "slug", from: "name" },
      ],
    },
    {
      name: "article",
      fields: [
        { name: "title", type: "text" },
        { name: "author", type: "relation", to: "author" },
        { name: "writer", type: "relation", to: "_user" },
        { name: "cover", type: "image" },
      ],
    },
    {
      name: "comment",
      fields: [
        { name: "text", type: "text", searchable: true },
        { name: "author", type: "relation", to: "author", onDelete: "cascade" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "visitor", public: true, permissions: { author: { read: true }, article: { read: true }, comment: { read: true } } },
  ],
};
