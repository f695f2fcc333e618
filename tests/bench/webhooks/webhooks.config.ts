export const WEBHOOKS = [
  { name: "site", url: process.env["WEBHOOK_URL"], events: ["*"], secret: Buffer.alloc(24, 7).toString("base64"), allowPrivate: true },
];

/** Articles of about 1 KB, whose changes another server is told about. */
export default {
  webhooks: WEBHOOKS,
  entities: [
    {
      name: "article",
      fields: [
        { name: "title", type: "text" },
        { name: "body", type: "text" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "visitor", public: true, permissions: { article: { read: true } } },
  ],
};
