/**
 * The example site: a small magazine that shows each feature once. Copy it, or point CMS_CONFIG at a file of your own.
 * Whatever is wrong in here is said at start, all at once, each with its place and how to mend it.
 */
import { defineConfig, HookError } from "@colophon/config";

const WORDS_PER_MINUTE = 220;

/** The words in all texts of a document, which isn't checked yet. */
function wordsIn(document: readonly unknown[]): number {
  let words = 0;
  JSON.stringify(document, (key, value: unknown) => {
    if (key === "text" && typeof value === "string") words += value.split(/\s+/).filter(Boolean).length;
    return value;
  });
  return words;
}

export default defineConfig({
  locales: ["en", "de"], // the first one is the default, unless defaultLocale names another

  // Browsers of these origins may call with the session cookie; the service's own origin always may.
  cors: { origins: ["http://localhost:3000"] },

  // Uploads lie in the data folder. { adapter: "s3", bucket, region, accessKeyId, secretAccessKey } works as well.
  storage: {
    adapter: "local",
    path: "uploads",
    derivatives: [
      { w: 400, h: 300, fit: "cover", format: "webp" }, // made right after upload, others when first asked for
      { w: 1600, format: "avif", q: 50 },
    ],
  },

  entities: [
    {
      name: "article",
      title: "Articles",
      versions: { limit: 20 }, // drafts, publishing, history
      trash: { days: 60 }, // deleted articles may be restored so long
      indexes: [["section", "date"]], // for lists of one section by date
      fields: [
        { name: "title", type: "text", required: true, maxLength: 120, searchable: true },
        { name: "slug", type: "slug", from: "title", searchable: true },
        { name: "summary", type: "text", multiline: true, maxLength: 400, searchable: true, admin: { widget: "counted" } },
        {
          name: "body",
          type: "richtext",
          format: "document", // a tree of checked nodes, with pictures, tables, cards of these records and the blocks below
          embeds: ["article", "author"],
          blocks: [{ name: "aside", fields: [{ name: "text", type: "text", multiline: true, required: true }] }],
        },
        { name: "readingMinutes", type: "number", integer: true, min: 1, description: "Counted by a hook.", admin: { widget: "minutes" } },
        {
          name: "section",
          type: "select",
          options: ["news", "culture", { value: "opinion", label: "Opinion & essays" }],
          default: "news",
          searchable: true,
        },
        { name: "date", type: "date", index: true },
        { name: "featured", type: "boolean", default: false },
        { name: "cover", type: "image", accept: ["image/jpeg", "image/png", "image/webp"] },
        { name: "author", type: "relation", to: "author", required: true },
        { name: "tags", type: "relation", to: "tag", many: true, max: 10 },
        { name: "owner", type: "relation", to: "_user", description: "The user who writes it; a built-in entity." },
        { name: "notes", type: "text", multiline: true, description: "For the editors, see the role's `exclude`." },
        {
          name: "seo",
          type: "object", // stored as JSON, filtered by a dotted path: filter[seo.headline]=…
          fields: [
            { name: "headline", type: "text", maxLength: 70, searchable: true, admin: { condition: { noIndex: { $ne: true } } } },
            { name: "noIndex", type: "boolean" },
          ],
        },
        {
          name: "extras",
          type: "blocks",
          blocks: [
            {
              name: "quote",
              fields: [
                { name: "text", type: "text", required: true },
                { name: "source", type: "url" },
              ],
            },
            { name: "gallery", fields: [{ name: "images", type: "image", many: true, max: 12 }] }, // filter[extras.gallery.images]=<id>
          ],
        },
      ],
      hooks: {
        // Runs inside the write's transaction; what it returns is stored. A HookError is the caller's 400.
        beforeValidate({ data }) {
          if (data.title === "Untitled") throw new HookError("Think of a title", { field: "title" });
          if (!Array.isArray(data.body)) return data;
          const words = wordsIn(data.body);
          return { ...data, readingMinutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)) };
        },
        // Runs after the commit; what goes wrong here is logged and never changes the answer.
        afterPublish: ({ log, id }) => log.info({ id }, "article published"),
      },
      // For an admin interface, by GET /api/admin/config: names are checked, what a role may not see is cut from its answer.
      admin: {
        summary: { title: "title", subtitle: "author.name", image: "cover" },
        list: {
          columns: ["title", "section", "date", "readingMinutes"],
          sort: "-date",
          views: [{ name: "Mine", filter: { owner: "$CURRENT_USER" } }],
        },
        form: { sections: [{ title: "Text", fields: ["title", "summary", "body"] }], aside: ["slug", "section", "date", "cover"] },
        preview: "/articles/{slug}",
      },
    },
    {
      name: "author",
      title: "Authors",
      fields: [
        { name: "name", type: "text", required: true, searchable: true },
        { name: "slug", type: "slug", from: "name" },
        { name: "email", type: "email", unique: true },
        { name: "biography", type: "richtext", format: "blocks" },
        { name: "portrait", type: "image" },
        { name: "links", type: "array", of: { type: "url" }, max: 5 },
        { name: "articles", type: "reverse", from: "article", field: "author" }, // GET /api/author?resolve[articles]=title
      ],
    },
    {
      name: "tag",
      title: "Tags",
      fields: [
        {
          name: "label",
          type: "text",
          required: true,
          unique: true,
          searchable: true,
          validate: (label) => label === label.trim() || "must not begin or end with a space",
        },
        { name: "color", type: "color", default: "#336699" },
      ],
    },
    {
      name: "page",
      title: "Pages",
      translatable: true, // a row a language; POST /api/page/:id/translate makes the next one
      versions: true,
      fields: [
        { name: "title", type: "text", required: true, searchable: true },
        { name: "slug", type: "slug", from: "title" }, // unique in its language; { unique: "global" } in all of them
        { name: "body", type: "richtext" }, // Markdown
        { name: "parent", type: "relation", to: "page", onDelete: "restrict" },
        { name: "attachment", type: "file", accept: ["application/pdf"] },
      ],
    },
    {
      name: "settings",
      title: "Site settings",
      global: true, // a single record: GET and PUT /api/settings
      translatable: true, // here one for each locale: /api/settings?locale=de
      fields: [
        { name: "siteTitle", type: "text", default: "The Margin" },
        { name: "launch", type: "datetime", min: "2020-01-01T00:00:00.000Z", shared: true }, // the same in all locales
        {
          name: "navigation",
          type: "array",
          of: {
            type: "object",
            fields: [
              { name: "label", type: "text" },
              { name: "href", type: "text" },
            ],
          },
        },
        { name: "analytics", type: "json", hidden: true }, // never leaves the API
      ],
    },
  ],

  roles: [
    { name: "admin", isAdmin: true }, // may do everything
    {
      name: "editor",
      permissions: {
        article: { create: true, read: true, update: true, delete: true },
        author: { create: true, read: true, update: true, delete: true },
        tag: { create: true, read: true, update: true, delete: true },
        page: { create: true, read: true, update: true, delete: true },
        settings: { read: true, update: true },
        _image: { create: true, read: true, update: true, delete: true },
        _file: { create: true, read: true },
        _user: { read: { fields: { exclude: ["email"] } } },
      },
    },
    {
      name: "author",
      permissions: {
        article: {
          create: { filter: { owner: "$CURRENT_USER" }, fields: { exclude: ["featured"] } },
          read: true,
          update: { filter: { owner: "$CURRENT_USER" }, fields: { exclude: ["featured"] } }, // other rows: 403
        },
        author: { read: true },
        tag: { read: true, create: true },
        _image: { create: true, read: true, update: { filter: { _createdBy: "$CURRENT_USER" } } }, // those that they uploaded
      },
    },
    {
      name: "public", // whoever sends neither a session nor an API key
      public: true,
      permissions: {
        article: { read: { filter: { date: { $lte: "$NOW" } }, fields: { exclude: ["notes", "owner"] } } },
        author: { read: { fields: { exclude: ["email"] } } },
        tag: { read: true },
        page: { read: true },
        settings: { read: true },
        _image: { read: true },
        _file: { read: true },
      },
    },
  ],

  customRoutes: [
    {
      name: "sections", // GET /api/custom/sections
      roles: ["public", "author", "editor"], // besides admins
      async handler({ db }) {
        const rows =
          await db.$queryRaw`select section, count(*)::int as articles from content.article where published_at is not null group by section order by section`;
        return Response.json({ data: rows });
      },
    },
  ],

  // The admin page. Widgets, cells, cards and pages of the project's own are named in admin/index.ts.
  admin: {
    sidebar: ["article", { title: "Plan", href: "/admin/pages/plan" }, "page", { group: "Lists", items: ["author", "tag"] }, "settings"],
    dashboard: [{ type: "drafts" }, { type: "custom", name: "sections", title: "Sections" }],
  },
  openapi: true, // GET /openapi.json and /docs
});
