/** Numbered pages in numbered sections. Updates of a section have a hook, and so run in a transaction. */
export default {
  entities: [
    {
      name: "section",
      fields: [{ name: "number", type: "number", integer: true }],
      hooks: { beforeUpdate: async () => undefined },
    },
    {
      name: "page",
      fields: [
        { name: "number", type: "number", integer: true },
        { name: "section", type: "relation", to: "section" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "visitor", public: true, permissions: { page: { read: true }, section: { read: true } } },
  ],
} as const;
