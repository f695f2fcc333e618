/** A site for tests of the media library: references to files in single fields, in lists, inside blocks, in texts, in drafts and in a global. */
export default {
  locales: ["en", "de"],
  entities: [
    {
      name: "article",
      title: "Articles",
      versions: true,
      fields: [
        { name: "title", type: "text", required: true },
        { name: "cover", type: "image" },
      ],
    },
    {
      name: "place",
      title: "Places",
      admin: { summary: { title: "name" } },
      fields: [
        { name: "name", type: "text", required: true },
        { name: "photo", type: "image" },
        { name: "gallery", type: "image", many: true },
        {
          name: "parts",
          type: "blocks",
          blocks: [
            { name: "picture", fields: [{ name: "image", type: "image" }] },
            { name: "text", fields: [{ name: "text", type: "text" }] },
          ],
        },
      ],
    },
    {
      name: "story",
      title: "Stories",
      fields: [
        { name: "title", type: "text", required: true },
        {
          name: "body",
          type: "richtext",
          format: "document",
          blocks: [{ name: "figure", title: "Figure", fields: [{ name: "photo", type: "image" }] }],
        },
        { name: "notes", type: "richtext", embeds: [] },
      ],
    },
    { name: "settings", title: "Site settings", global: true, translatable: true, fields: [{ name: "logo", type: "image" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "reader", permissions: { place: { read: true }, _image: { read: true } } },
    {
      name: "editor",
      permissions: {
        place: { read: true, update: { filter: { name: { $ne: "Locked" } } } },
        _image: { create: true, read: true, update: true, delete: true },
      },
    },
  ],
};
