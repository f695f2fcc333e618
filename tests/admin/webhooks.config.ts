/** A site with a webhook whose server doesn't exist. */
export default {
  events: false, // tests wait until nothing is being loaded
  webhooks: [
    {
      name: "website",
      url: "http://127.0.0.1:9/changed?token=hidden", // nothing listens to the port "discard"
      events: ["article.*"],
      secret: Buffer.alloc(24, 7).toString("base64"),
      role: "admin",
      allowPrivate: true,
    },
  ],
  entities: [{ name: "article", title: "Articles", fields: [{ name: "title", type: "text", required: true }] }],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { article: { create: true, read: true, update: true } } },
  ],
};
