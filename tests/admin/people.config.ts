/** A site with a trash, a custom bulk action, and roles with restrictions. */
const told: { readonly entity: string; readonly ids: readonly string[] }[] = [];

export default {
  entities: [
    {
      name: "article",
      title: "Articles",
      versions: true,
      trash: { days: 60 },
      fields: [
        { name: "title", type: "text", required: true, unique: true },
        { name: "section", type: "select", options: ["news", "opinion"] },
        { name: "rating", type: "number", max: 5 },
      ],
      admin: {
        list: { columns: ["title", "section", "rating"], sort: "title" },
        bulkActions: ["publish", "update", "assign", "delete", { title: "Send to the printer", route: "printer" }],
      },
    },
    { name: "tag", title: "Tags", fields: [{ name: "label", type: "text", required: true }] },
  ],
  customRoutes: [
    { name: "told", roles: ["admin"], handler: () => told },
    {
      name: "printer",
      method: "POST",
      roles: ["editor"],
      async handler({ req }: { req: Request }) {
        told.push((await req.json()) as (typeof told)[number]);
        return { printed: true };
      },
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        article: {
          create: true,
          read: { drafts: true },
          update: { filter: { section: "news" }, fields: { exclude: ["rating"] } },
          delete: true,
        },
        tag: { read: true },
      },
    },
  ],
};
