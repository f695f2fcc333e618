/** A site with jobs that don't run by themselves while the tests do: the 29th of February is far away. */
export default {
  events: false, // tests wait until nothing is being loaded
  jobs: [
    { name: "tidy", cron: "0 0 29 2 *", run: () => undefined },
    { name: "report", cron: "30 0 29 2 *", run: () => undefined },
  ],
  entities: [{ name: "article", title: "Articles", fields: [{ name: "title", type: "text", required: true }] }],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { article: { create: true, read: true, update: true } } },
  ],
};
