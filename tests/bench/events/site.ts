/** Articles of about 1 KB; the row filter of visitors is stored with each event. */
export const SITE = {
  entities: [
    {
      name: "article",
      indexes: [["status", "date"]],
      fields: [
        { name: "title", type: "text", required: true },
        { name: "status", type: "select", options: ["draft", "live"], default: "draft" },
        { name: "date", type: "date" },
        { name: "body", type: "richtext" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "visitor", public: true, permissions: { article: { read: { filter: { status: "live" } } } } },
  ],
};
