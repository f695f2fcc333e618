/** A site for tests of the form: a typical article, and an entity with each field type and its options. */
export default {
  locales: ["en", "de"],
  events: false, // tests say themselves when the page reads what others have changed
  entities: [
    {
      name: "article",
      title: "Articles",
      versions: { limit: 50 },
      translatable: true,
      fields: [
        { name: "title", type: "text", required: true, maxLength: 60, searchable: true },
        { name: "slug", type: "slug", from: "title" },
        { name: "summary", type: "text", multiline: true },
        { name: "body", type: "richtext" },
        { name: "cover", type: "image" },
        { name: "author", type: "relation", to: "author" },
        { name: "verdict", type: "text", admin: { readOnly: true } },
        { name: "rating", type: "number", shared: true },
        { name: "notes", type: "text" },
        { name: "event", type: "relation", to: "event" },
      ],
      admin: {
        form: { sections: [{ title: "Text", fields: ["title", "summary", "body"] }], aside: ["slug", "cover", "author"] },
        preview: "/articles/{slug}",
      },
    },
    {
      name: "author",
      title: "Authors",
      fields: [
        { name: "name", type: "text", required: true, searchable: true },
        { name: "articles", type: "reverse", from: "article", field: "author" },
      ],
    },
    { name: "tag", title: "Tags", fields: [{ name: "label", type: "text", required: true }] },
    {
      name: "event",
      title: "Events",
      fields: [
        { name: "day", type: "date" },
        { name: "place", type: "text" },
      ],
    },
    {
      name: "sample",
      title: "Samples",
      fields: [
        { name: "title", type: "text", required: true },
        {
          name: "long",
          type: "text",
          multiline: true,
          description: "Several lines.",
          admin: { placeholder: "Write", help: "Not too many." },
        },
        { name: "slug", type: "slug", from: "title" },
        { name: "prose", type: "richtext" },
        { name: "table", type: "richtext" },
        { name: "rich", type: "richtext", format: "blocks" },
        { name: "foreign", type: "richtext", format: "blocks" },
        { name: "amount", type: "number", min: -10, max: 10, admin: { width: "half" } },
        { name: "whole", type: "number", integer: true, admin: { width: "half" } },
        { name: "done", type: "boolean" },
        { name: "day", type: "date" },
        { name: "moment", type: "datetime" },
        { name: "kind", type: "select", options: ["a", { value: "b", label: "Second" }] },
        { name: "kinds", type: "select", options: ["a", "b", "c"], multiple: true },
        { name: "mail", type: "email" },
        { name: "site", type: "url", admin: { condition: { done: true } } },
        { name: "tint", type: "color", admin: { widget: "of another interface" } },
        { name: "data", type: "json" },
        {
          name: "seo",
          type: "object",
          fields: [
            { name: "headline", type: "text", admin: { condition: { noIndex: { $ne: true } } } },
            { name: "noIndex", type: "boolean" },
          ],
        },
        { name: "links", type: "array", of: { type: "url" }, max: 5 },
        { name: "menu", type: "array", of: { type: "object", fields: [{ name: "label", type: "text" }] } },
        {
          name: "extras",
          type: "blocks",
          blocks: [
            {
              name: "quote",
              fields: [
                { name: "text", type: "text", required: true },
                { name: "by", type: "relation", to: "author" },
              ],
            },
            { name: "gallery", fields: [{ name: "images", type: "image", many: true }] },
          ],
        },
        { name: "author", type: "relation", to: "author" },
        { name: "tags", type: "relation", to: "tag", many: true },
        { name: "picture", type: "image" },
        { name: "code", type: "text", immutable: true },
        { name: "secret", type: "text", hidden: true },
      ],
    },
    { name: "settings", title: "Site settings", global: true, fields: [{ name: "siteTitle", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        article: { create: true, read: { fields: { exclude: ["notes"] } }, update: { fields: { exclude: ["rating"] } }, delete: true },
        author: { create: true, read: true, update: true },
        _image: { create: true, read: true, update: true },
      },
    },
  ],
};
