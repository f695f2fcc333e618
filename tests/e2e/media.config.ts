/** A site with media: permissions, and two sizes of every image. */
export default {
  storage: { adapter: "local", path: "media", derivatives: [{ w: 64, h: 64, format: "webp" }] },
  entities: [{ name: "album", fields: [{ name: "cover", type: "image" }] }],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { album: all(), _image: all(), _video: all(), _file: all() } },
    { name: "dropper", permissions: { _image: { create: true } } },
    { name: "reader", permissions: { album: { read: true } } },
    { name: "visitor", public: true, permissions: { album: { read: true }, _image: { read: { filter: { alt: { $ne: "secret" } } } } } },
  ],
};

function all() {
  return { create: true, read: true, update: true, delete: true };
}
