/** A site that opens every kind of connection to PostgreSQL: hooks, jobs, searches, files, and reads of anonymous callers. */

interface Call {
  readonly data?: Record<string, unknown>;
  readonly db: any;
}

const ALL = { create: true, read: true, update: true, delete: true };

export default {
  jobs: [{ name: "tick", every: "1s", run: ({ db }: Call) => db.$queryRaw`select 1 as n from pg_sleep(0.2)` }],
  entities: [
    {
      name: "article",
      versions: true,
      fields: [{ name: "title", type: "text", required: true, searchable: true }],
      hooks: { beforeCreate: [async ({ data, db }: Call) => (await db.$queryRaw`select 1 as n from pg_sleep(0.02)`, data)] },
    },
  ],
  storage: { adapter: "local", derivatives: [{ w: 16, format: "webp" }] },
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { article: ALL, _image: ALL } },
    { name: "visitor", public: true, permissions: { article: { read: true }, _image: { read: true } } },
  ],
  customRoutes: [
    {
      name: "limits",
      roles: ["visitor", "admin"],
      handler: async ({ db }: Call) => {
        const [row] = await db.$queryRaw`select current_setting('statement_timeout') as statement, current_setting('TimeZone') as zone`;
        return row;
      },
    },
  ],
};
