type Options = Record<string, unknown>;

/** A wrong configuration: its description, the configuration, the reported path, and the correction. */
export type Mistake = readonly [mistake: string, config: unknown, path: string, message: string];

const TITLE = { name: "title", type: "text" };
const ADMIN = { name: "admin", isAdmin: true };

/** A valid configuration with one entity, `article`, and one role, changed by `parts`. */
export function site(parts: Options = {}): Options {
  return { entities: [{ name: "article", fields: [TITLE] }], roles: [ADMIN], ...parts };
}

/** A site whose one entity has these options. */
export function withEntity(options: Options, ...others: readonly Options[]): Options {
  return site({ entities: [{ name: "article", fields: [TITLE], ...options }, ...others] });
}

/** A site whose article has these fields after its title: the first at `entities[0].fields[1]`. */
export function withField(...fields: readonly unknown[]): Options {
  return withEntity({ fields: [TITLE, ...fields] });
}

/** A site with these roles after the admin: the first at `roles[1]`. */
export function withRole(...roles: readonly unknown[]): Options {
  return site({ roles: [ADMIN, ...roles] });
}

/** A site whose reader has this permission to read articles, which have a field of every kind. */
export function withRead(read: unknown, ...others: readonly Options[]): Options {
  const article = { name: "article", fields: ARTICLE_FIELDS };
  const author = {
    name: "author",
    fields: [
      { name: "name", type: "text" },
      { name: "user", type: "relation", to: "_user" },
      { name: "mentor", type: "relation", to: "author" },
    ],
  };
  return site({ entities: [article, author, ...others], roles: [ADMIN, { name: "reader", permissions: { article: { read } } }] });
}

/** The same with only a filter. */
export function withFilter(filter: unknown): Options {
  return withRead({ filter });
}

/** A site whose reader's filter goes through a field of this type, `medium`. */
export function withMediaFilter(type: string, filter: Options): Options {
  const article = { name: "article", fields: [TITLE, { name: "medium", type }] };
  return site({ entities: [article], roles: [ADMIN, { name: "reader", permissions: { article: { read: { filter } } } }] });
}

/** A site whose reader's filter goes into arrays and blocks. */
export function withListFilter(filter: Options): Options {
  const fields = [
    TITLE,
    { name: "tickets", type: "array", of: { type: "object", fields: [{ name: "price", type: "number" }] } },
    { name: "tags", type: "array", of: { type: "text" } },
    { name: "authors", type: "array", of: { type: "relation", to: "article" } },
    { name: "notes", type: "richtext", format: "blocks" },
    { name: "quote", type: "richtext", format: "document", blocks: [{ name: "box", fields: [{ name: "text", type: "text" }] }] },
    {
      name: "body",
      type: "blocks",
      blocks: [
        {
          name: "quote",
          fields: [
            { name: "text", type: "text" },
            { name: "by", type: "relation", to: "article" },
          ],
        },
      ],
    },
    {
      name: "extras",
      type: "object",
      fields: [
        { name: "lead", type: "relation", to: "_user" },
        { name: "people", type: "relation", to: "_user", many: true },
        { name: "cover", type: "image" },
      ],
    },
    { name: "team", type: "object", fields: [{ name: "members", type: "relation", to: "article", many: true }] },
  ];
  return site({
    entities: [{ name: "article", fields }],
    roles: [ADMIN, { name: "reader", permissions: { article: { read: { filter } } } }],
  });
}

const ARTICLE_FIELDS = [
  TITLE,
  { name: "status", type: "select", options: ["draft", "live"] },
  { name: "topics", type: "select", options: ["art", "war"], multiple: true },
  { name: "date", type: "date" },
  { name: "opensAt", type: "datetime" },
  { name: "words", type: "number" },
  { name: "pages", type: "number", integer: true },
  { name: "featured", type: "boolean" },
  { name: "author", type: "relation", to: "author" },
  { name: "readers", type: "relation", to: "_user", many: true },
  { name: "owner", type: "relation", to: "_user" },
  { name: "extra", type: "json" },
  { name: "seo", type: "object", fields: [{ name: "headline", type: "text" }] },
];
