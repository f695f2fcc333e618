/** Tags and articles that another server is told about. */
export default {
  webhooks: [
    {
      name: "site",
      url: process.env["WEBHOOK_URL"] ?? "https://unset.example.com",
      events: ["*"],
      secret: Buffer.alloc(24, 7).toString("base64"),
      allowPrivate: true,
    },
  ],
  entities: [
    { name: "tag", fields: [{ name: "label", type: "text" }] },
    { name: "article", versions: true, trash: true, fields: [{ name: "title", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "visitor", public: true, permissions: { tag: { read: true }, article: { read: true } } },
  ],
};
