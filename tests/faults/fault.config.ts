/** A small site for interrupted writes of each kind: versions, relations, a global, and hooks and routes that never return. */

interface Call {
  readonly data?: Record<string, unknown>;
  readonly db: any;
}

const ALL = { create: true, read: true, update: true, delete: true };

export default {
  entities: [
    { name: "tag", fields: [{ name: "label", type: "text" }] },
    {
      name: "post",
      versions: true,
      fields: [
        { name: "title", type: "text", required: true },
        { name: "tags", type: "relation", to: "tag", many: true },
      ],
    },
    {
      name: "slow",
      fields: [{ name: "title", type: "text" }],
      hooks: {
        beforeCreate: ({ data }: Call) => (data?.["title"] === "hangs" ? new Promise(() => undefined) : data),
      },
    },
    { name: "settings", global: true, fields: [{ name: "theme", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { post: ALL, tag: ALL, slow: ALL, settings: ALL } },
    { name: "reader", permissions: { post: { read: true } } },
    { name: "visitor", public: true, permissions: { post: { read: true }, tag: { read: true } } },
  ],
  customRoutes: [{ name: "sleep", roles: ["visitor"], handler: ({ db }: Call) => db.$queryRaw`select 1 as slept from pg_sleep(0.9)` }],
};
