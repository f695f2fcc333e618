import { defineConfig } from "colophon/config";

export default defineConfig({
  storage: {
    adapter: "local",
    path: "uploads",
    derivatives: [{ w: 600, h: 600, fit: "contain", format: "webp" }], // generated after the upload, other sizes at the first request
  },

  entities: [
    {
      name: "product",
      title: "Products",
      versions: true, // drafts, publishing, history
      trash: true,
      indexes: [["category", "price"]], // for lists of one category by price
      fields: [
        { name: "name", type: "text", required: true, maxLength: 120, searchable: true },
        { name: "slug", type: "slug", from: "name" },
        { name: "number", type: "text", required: true, unique: true, pattern: "^[A-Z0-9-]+$", description: "The article number." },
        { name: "description", type: "richtext", format: "document", nodes: ["heading", "bulletList", "table", "image"] },
        { name: "price", type: "number", required: true, min: 0, index: true, description: "In cents." },
        { name: "available", type: "boolean", default: true },
        { name: "pictures", type: "array", of: { type: "image" }, max: 12 },
        { name: "category", type: "relation", to: "category", required: true },
        { name: "brand", type: "relation", to: "brand" },
        {
          name: "properties",
          type: "array",
          of: {
            type: "object",
            fields: [
              { name: "name", type: "text", required: true },
              { name: "value", type: "text", required: true },
            ],
          },
        },
      ],
    },
    {
      name: "category",
      title: "Categories",
      fields: [
        { name: "name", type: "text", required: true, unique: true },
        { name: "slug", type: "slug", from: "name" },
        { name: "parent", type: "relation", to: "category" },
      ],
    },
    {
      name: "brand",
      title: "Brands",
      fields: [
        { name: "name", type: "text", required: true, unique: true },
        { name: "logo", type: "image" },
        { name: "website", type: "url" },
      ],
    },
  ],

  roles: [
    { name: "admin", title: "Admin", isAdmin: true },
    {
      name: "editor",
      title: "Editor",
      permissions: {
        product: { create: true, read: true, update: true, delete: true },
        category: { create: true, read: true, update: true },
        brand: { create: true, read: true, update: true },
        _image: { create: true, read: true, update: true },
      },
    },
    {
      name: "visitor",
      title: "Visitor",
      public: true,
      permissions: {
        product: { read: { filter: { available: true } } },
        category: { read: true },
        brand: { read: true },
        _image: { read: true },
      },
    },
  ],
});
