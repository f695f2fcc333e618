import { defineConfig } from "colophon/config";
import { seo } from "colophon/plugins/seo";

/** The URL of the website, for previews of drafts and the sitemap. */
const WEBSITE = "http://localhost:3000";
/** With the same secret for the website, it shows changes at once instead of after a minute. `openssl rand -base64 32` prints one. */
const WEBSITE_SECRET = process.env["WEBSITE_WEBHOOK_SECRET"];
/** The image widths of the website, in pixels: generated after the upload. */
const WIDTHS = [400, 800, 1200, 1600];

export default defineConfig({
  plugins: [seo({ url: WEBSITE, pages: { article: "/{locale}/articles/{slug}" } })],
  locales: ["en", "de"],
  webhooks: WEBSITE_SECRET
    ? [{ name: "website", url: `${WEBSITE}/api/changed`, events: ["*"], secret: WEBSITE_SECRET, allowPrivate: true }]
    : [],
  storage: { adapter: "local", derivatives: WIDTHS.map((w) => ({ w, format: "webp" })) },

  entities: [
    {
      name: "article",
      title: "Articles",
      translatable: true,
      versions: true, // drafts, publishing, history
      trash: true,
      fields: [
        { name: "title", type: "text", required: true, maxLength: 120, searchable: true },
        { name: "slug", type: "slug", from: "title" },
        { name: "summary", type: "text", multiline: true, maxLength: 400, searchable: true },
        {
          name: "body",
          type: "richtext",
          format: "document", // with pictures, tables, cards of articles, and quotations
          embeds: ["article"],
          blocks: [
            {
              name: "quote",
              title: "Quotation",
              fields: [
                { name: "text", type: "text", multiline: true, required: true },
                { name: "by", type: "text" },
              ],
            },
          ],
        },
        { name: "date", type: "date", index: true },
        { name: "cover", type: "image" },
        { name: "author", type: "relation", to: "author" },
        { name: "tags", type: "relation", to: "tag", many: true },
      ],
      admin: {
        summary: { title: "title", subtitle: "author.name", image: "cover" },
        list: { columns: ["title", "date"], sort: "-date" },
        preview: `${WEBSITE}/{locale}/articles/{slug}`,
      },
    },
    {
      name: "author",
      title: "Authors",
      fields: [
        { name: "name", type: "text", required: true, searchable: true },
        { name: "biography", type: "text", multiline: true },
        { name: "portrait", type: "image" },
      ],
    },
    {
      name: "tag",
      title: "Tags",
      fields: [{ name: "name", type: "text", required: true, unique: true }],
    },
    {
      name: "settings",
      title: "Settings",
      global: true,
      fields: [
        { name: "title", type: "text", required: true, default: "My magazine" },
        { name: "tagline", type: "text" },
      ],
    },
  ],

  roles: [
    { name: "admin", title: "Admin", isAdmin: true },
    {
      name: "editor",
      title: "Editor",
      permissions: {
        article: { create: true, read: true, update: true, delete: true },
        author: { create: true, read: true, update: true },
        tag: { create: true, read: true, update: true, delete: true },
        settings: { read: true, update: true },
        _image: { create: true, read: true, update: true },
        _file: { create: true, read: true, update: true },
        _video: { create: true, read: true, update: true },
      },
    },
    {
      name: "visitor",
      title: "Visitor",
      public: true,
      permissions: {
        article: { read: true },
        author: { read: true },
        tag: { read: true },
        settings: { read: true },
        _image: { read: true },
        _file: { read: true },
        _video: { read: true },
      },
    },
  ],
});
