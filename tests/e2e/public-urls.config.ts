/** A site with files behind a CDN. */
export default {
  entities: [{ name: "page", fields: [{ name: "cover", type: "image" }] }],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { page: { read: true }, _image: { create: true, read: true, update: true } } },
    { name: "visitor", public: true, permissions: { page: { read: true }, _image: { read: { filter: { alt: { $ne: "internal" } } } } } },
  ],
  storage: { adapter: "local", publicUrl: "https://cdn.example.com", signedUrlMinutes: 10_080 },
};
