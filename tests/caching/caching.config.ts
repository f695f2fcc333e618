/** A site whose visitors read articles through a cache; editors see more of them. */
const ALL = { create: true, read: true, update: true, delete: true };

const { PURGE_URL, PURGE_SECRET } = process.env;
const webhook = { name: "varnish", url: PURGE_URL, events: ["*"], secret: PURGE_SECRET, allowPrivate: true };

export default {
  webhooks: PURGE_URL === undefined ? [] : [webhook],
  cache: { public: { maxAge: 3600 } },
  entities: [
    { name: "author", fields: [{ name: "name", type: "text" }] },
    {
      name: "article",
      versions: true,
      fields: [
        { name: "title", type: "text" },
        { name: "secret", type: "text" },
        { name: "author", type: "relation", to: "author" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { article: ALL, author: ALL } },
    {
      name: "visitor",
      public: true,
      permissions: { article: { read: { fields: { exclude: ["secret"] } } }, author: { read: true } },
    },
  ],
};
