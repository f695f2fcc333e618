/** A site with a text field without an index. */
export default {
  entities: [
    {
      name: "story",
      fields: [
        { name: "title", type: "text", required: true },
        { name: "body", type: "text" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "visitor", public: true, permissions: { story: { read: true } } },
  ],
};
