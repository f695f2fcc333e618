/** A site with each field type and each rule once. It is a plain object, as in a project outside the workspace. */

class HookError extends Error {
  override readonly name = "HookError";
  readonly field: string;
  constructor(message: string, field: string) {
    super(message);
    this.field = field;
  }
}

interface Call {
  readonly data?: Record<string, unknown>;
  readonly id?: string;
  readonly record?: Record<string, unknown>;
  readonly existing?: Record<string, unknown>;
  readonly operation?: string;
  readonly role?: string;
  readonly db: any;
}

const log =
  (event: string) =>
  async ({ db, id, data, role }: Call) => {
    await db.entity("journal", { as: "system" }).create({ event, about: id ?? String(data?.["title"] ?? ""), role });
  };
const ALL = { create: true, read: true, update: true, delete: true };

export default {
  locales: ["en", "de"],
  cors: { origins: ["https://app.example.com"] },
  entities: [
    {
      name: "sample",
      fields: [
        { name: "text", type: "text", minLength: 2, maxLength: 20, pattern: "^[^!]*$", searchable: true },
        { name: "richtext", type: "richtext" },
        { name: "slug", type: "slug", from: "text" },
        { name: "number", type: "number", min: -1000, max: 1000 },
        { name: "integer", type: "number", integer: true },
        { name: "boolean", type: "boolean" },
        { name: "date", type: "date", min: "2000-01-01" },
        { name: "datetime", type: "datetime" },
        { name: "select", type: "select", options: ["red", "green", { value: "blue", label: "Blue" }] },
        { name: "selects", type: "select", options: ["a", "b", "c"], multiple: true },
        { name: "email", type: "email" },
        { name: "url", type: "url" },
        { name: "color", type: "color" },
        { name: "json", type: "json" },
        {
          name: "object",
          type: "object",
          fields: [
            { name: "name", type: "text", required: true },
            { name: "count", type: "number" },
            { name: "inner", type: "object", fields: [{ name: "flag", type: "boolean" }] },
          ],
        },
        { name: "array", type: "array", of: { type: "number" }, max: 3 },
        { name: "blocks", type: "blocks", blocks: [{ name: "quote", fields: [{ name: "text", type: "text", required: true }] }] },
        { name: "relation", type: "relation", to: "author" },
        { name: "relations", type: "relation", to: "tag", many: true, max: 3 },
        { name: "unique", type: "text", unique: true },
        { name: "immutable", type: "text", immutable: true },
        { name: "hidden", type: "text", hidden: true },
        { name: "defaulted", type: "text", default: "as configured" },
        { name: "even", type: "number", validate: (value: number) => value % 2 === 0 || "must be even" },
      ],
    },
    {
      name: "article",
      fields: [
        { name: "title", type: "text", required: true },
        { name: "status", type: "select", options: ["draft", "live"], default: "draft" },
        { name: "author", type: "relation", to: "author" },
        { name: "tags", type: "relation", to: "tag", many: true },
        { name: "owner", type: "relation", to: "_user" },
        { name: "notes", type: "text" },
        { name: "featured", type: "boolean" },
        { name: "secret", type: "relation", to: "secret" },
      ],
    },
    {
      name: "author",
      fields: [
        { name: "name", type: "text", required: true },
        { name: "company", type: "relation", to: "company" },
        { name: "salary", type: "number" },
        { name: "active", type: "boolean", default: true },
      ],
    },
    { name: "company", fields: [{ name: "name", type: "text" }] },
    { name: "tag", fields: [{ name: "label", type: "text", required: true, unique: true }] },
    { name: "secret", fields: [{ name: "word", type: "text" }] },
    {
      name: "review",
      fields: [
        { name: "text", type: "text" },
        { name: "company", type: "relation", to: "company", required: true },
        { name: "cascaded", type: "relation", to: "author", onDelete: "cascade" },
      ],
    },
    { name: "page", translatable: true, fields: [{ name: "title", type: "text", unique: true }] },
    {
      name: "settings",
      global: true,
      fields: [
        { name: "theme", type: "text", default: "light" },
        { name: "lead", type: "relation", to: "author" },
      ],
    },
    { name: "legal", global: true, fields: [{ name: "imprint", type: "text", required: true }] },
    {
      name: "journal",
      fields: [
        { name: "event", type: "text" },
        { name: "about", type: "text" },
        { name: "role", type: "text" },
      ],
    },
    {
      name: "hooked",
      fields: [
        { name: "title", type: "text" },
        { name: "shout", type: "text" },
      ],
      hooks: {
        beforeValidate: ({ data }: Call) => (data?.["title"] === "trim" ? { ...data, title: "trimmed" } : data),
        beforeCreate: [
          ({ data }: Call) => {
            if (data?.["title"] === "refused") throw new HookError("This title is taken by a hook", "title");
            if (data?.["title"] === "stuck") return new Promise<never>(() => undefined);
            if (data?.["title"] === "broken") throw new Error("canary: a bug in a hook");
            return { ...data, shout: String(data?.["title"]).toUpperCase() };
          },
          log("beforeCreate"),
        ],
        beforeUpdate: ({ data, existing }: Call) => ({ ...data, shout: `${String(existing?.["title"])} → ${String(data?.["title"])}` }),
        beforeDelete: ({ record }: Call) => {
          if (record?.["title"] === "keep") throw new HookError("This one stays", "title");
        },
        afterCreate: log("afterCreate"),
        afterUpdate: [
          () => {
            throw new Error("an after-hook's error changes nothing");
          },
          log("afterUpdate"),
        ],
        afterDelete: log("afterDelete"),
      },
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        sample: ALL,
        article: ALL,
        author: ALL,
        company: ALL,
        tag: ALL,
        secret: ALL,
        review: ALL,
        page: ALL,
        settings: ALL,
        legal: ALL,
        hooked: ALL,
        journal: { read: true },
      },
    },
    {
      name: "writer",
      permissions: {
        article: {
          create: { filter: { owner: "$CURRENT_USER" }, fields: { exclude: ["featured"] } },
          read: { fields: { exclude: ["notes"] } },
          update: { filter: { owner: "$CURRENT_USER", status: "draft" }, fields: { exclude: ["featured", "notes"] } },
          delete: { filter: { owner: "$CURRENT_USER" } },
        },
        author: { read: { filter: { active: true }, fields: { exclude: ["salary"] } } },
        settings: { read: true },
      },
    },
    { name: "poster", permissions: { article: { create: true }, settings: { update: true } } },
    { name: "eraser", permissions: { article: { delete: { filter: { status: "draft" } }, update: { filter: { status: "draft" } } } } },
    { name: "member", permissions: { _user: { read: true, create: true, update: true, delete: true } } },
    {
      name: "visitor",
      public: true,
      permissions: {
        article: { read: { filter: { status: "live" }, fields: { exclude: ["notes", "owner"] } } },
        author: { read: { filter: { active: true }, fields: { exclude: ["salary"] } } },
        tag: { read: true },
        settings: { read: true },
      },
    },
  ],
  customRoutes: [
    {
      name: "hello",
      roles: ["visitor", "writer"],
      handler: ({ req, user, role }: { req: Request; user: unknown; role: string }) =>
        Response.json({
          user,
          role,
          cookie: req.headers.get("cookie"),
          authorization: req.headers.get("authorization"),
          url: new URL(req.url).search,
        }),
    },
    {
      name: "hello",
      method: "POST",
      roles: ["writer"],
      handler: async ({ req }: { req: Request }) => Response.json({ got: await req.json() }, { status: 201 }),
    },
    { name: "plain", roles: ["visitor"], handler: () => ({ plain: "value" }) },
    { name: "admins", handler: ({ user }: { user: unknown }) => ({ user }) },
    {
      name: "refuses",
      roles: ["visitor"],
      handler: () => Response.json({ error: { code: "TEAPOT", message: "short and stout" } }, { status: 418 }),
    },
    {
      name: "throws",
      roles: ["visitor"],
      handler: () => {
        throw new Error("canary: a bug in a handler");
      },
    },
    {
      name: "count",
      handler: async ({ db }: { db: any }) => ({ users: await db.user.count(), articles: (await db.entity("article").list()).data.length }),
    },
  ],
};
