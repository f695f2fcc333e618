/** Tags that everybody reads, as an event stream tells about them. */
export default {
  entities: [{ name: "tag", fields: [{ name: "label", type: "text" }] }],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "visitor", public: true, permissions: { tag: { read: { filter: { label: { $ne: "hidden" } } } } } },
  ],
} as const;
