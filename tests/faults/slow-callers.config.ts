/** A site whose visitors may read large files and long lists, and send records. */
const ALL = { create: true, read: true, update: true, delete: true };

export default {
  storage: { adapter: "local", path: "media" },
  entities: [
    { name: "page", fields: [{ name: "text", type: "text" }] },
    { name: "message", fields: [{ name: "text", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { page: ALL, message: ALL, _file: ALL } },
    { name: "visitor", public: true, permissions: { page: { read: true }, message: { create: true }, _file: { read: true } } },
  ],
};
