import { expect, test } from "@jest/globals";
import { validateConfig } from "../src/index.ts";
import { site, withEntity, withField, withFilter, withListFilter, withMediaFilter, withRead, withRole } from "./support/site.ts";

const FLAG = { name: "other", type: "boolean" };
const ID = "01890a5d-ac96-774b-bcce-b302099a8057";

/** A different id for each number. */
function numbered(at: number): string {
  return `01890a5d-ac96-774b-bcce-${String(at).padStart(12, "0")}`;
}

test.each<[string, unknown]>([
  ["the smallest one", site()],
  ["an empty list of entities", site({ entities: [] })],
  ["locales of several kinds", site({ locales: ["en", "pt-BR", "zh-Hans-CN"], defaultLocale: "pt-BR" })],
  ["a locale of 35 characters", site({ locales: ["en-x-aaaaaaaa-bbbbbbbb-cccccccc-ddd"] })],
  ["no audit log", site({ audit: false })],
  ["a wildcard of one label", site({ cors: { origins: ["https://*.example.com", "http://*.dev.example.co.uk:8080"] } })],
  ["exact origins", site({ cors: { origins: ["https://example.com", "http://localhost:3000"] } })],
  [
    "s3 with an endpoint",
    site({
      storage: {
        adapter: "s3",
        bucket: "b",
        region: "eu",
        accessKeyId: "a",
        secretAccessKey: "b",
        endpoint: "http://minio:9000",
        derivatives: [{ w: 100, fp: "0.5,1" }],
        transforms: "named",
      },
    }),
  ],
  ["a CDN", site({ storage: { adapter: "local", publicUrl: "https://cdn.example.com/media/", signedUrlMinutes: 10_080 } })],
  ["no admin page", site({ admin: false })],
  [
    "admin objects with words of another interface, functions in them too",
    site({
      entities: [
        {
          name: "article",
          fields: [{ name: "title", type: "text", admin: { widget: "star", rows: 3, condition: { other: true } } }, FLAG],
          admin: { list: { columns: ["title", "createdAt"], density: "tight" }, preview: () => "/x", colour: () => "red" },
        },
      ],
      admin: { title: "Desk", sidebar: () => ["article"], shortcuts: [{ anything: 1 }] },
    }),
  ],
  [
    "a sidebar and a dashboard of every kind",
    site({
      admin: {
        sidebar: ["article", { group: "People", items: ["_user", { title: "Site", href: "/" }] }],
        dashboard: [
          { type: "list", entity: "article", filter: { createdAt: { $lt: "$NOW" } }, sort: "-createdAt,title", limit: 5 },
          { type: "count", entity: "_image", title: "Images" },
          { type: "drafts" },
          { type: "text", text: "Welcome" },
          { type: "custom", name: "sections", title: "Sections" },
        ],
      },
    }),
  ],
  [
    "conditions inside objects and blocks",
    withField({
      name: "parts",
      type: "blocks",
      blocks: [{ name: "link", fields: [FLAG, { name: "url", type: "url", required: true, admin: { condition: { other: true } } }] }],
    }),
  ],
  ...["image", "video", "file"].map((type): [string, unknown] => [
    `a filter through a field of type ${type}`,
    withMediaFilter(type, { "medium.filename": "a", "medium.size": { $gt: 5 } }),
  ]),
  ["an entity with hyphens and underscores", withEntity({ name: "blog-post_2" })],
  ["an entity renamed from a name with hyphens", withEntity({ renamedFrom: "blog-post" })],
  ["a name of 48 characters", withEntity({ name: "a".repeat(48) })],
  ["a field called version", withField({ name: "version", type: "text" })],
  [
    "nested fields called like automatic ones",
    withField({
      name: "place",
      type: "object",
      fields: [
        { name: "id", type: "text" },
        { name: "locale", type: "text" },
      ],
    }),
  ],
  ["a name swapped in case by renamedFrom", withField({ name: "subTitle", type: "text", renamedFrom: "subtitle" })],
  [
    "indexes over several fields, automatic ones too",
    withEntity({
      translatable: true,
      fields: [{ name: "status", type: "text" }],
      indexes: [
        ["status", "createdAt"],
        ["locale", "status", "publishedAt"],
        ["status", "locale", "createdAt", "updatedAt", "publishedAt"],
      ],
    }),
  ],
  ["versions without a limit", withEntity({ versions: {} })],
  [
    "hooks that are pure, or left undefined",
    withEntity({ hooks: { beforeCreate: undefined, afterRead: { pure: true, run: () => null } } }),
  ],
  ["hooks as functions and arrays", withEntity({ hooks: { beforeCreate: () => null, afterRead: [() => null, () => null] } })],
  [
    "objects five deep",
    withField({
      name: "a",
      type: "object",
      fields: [
        {
          name: "b",
          type: "object",
          fields: [
            {
              name: "c",
              type: "object",
              fields: [{ name: "d", type: "object", fields: [{ name: "e", type: "object", fields: [{ name: "f", type: "text" }] }] }],
            },
          ],
        },
      ],
    }),
  ],
  [
    "relations to built-in and own entities",
    withField({ name: "owner", type: "relation", to: "_user" }, { name: "parent", type: "relation", to: "article" }),
  ],
  [
    "relations and media inside an array",
    withField({
      name: "items",
      type: "array",
      of: {
        type: "object",
        fields: [
          { name: "page", type: "relation", to: "article" },
          { name: "photos", type: "image", many: true },
        ],
      },
    }),
  ],
  [
    "patterns that repeat inside a repetition without doing harm",
    withField(
      { name: "code", type: "text", pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$" },
      { name: "other", type: "text", pattern: /^\p{L}+( \p{L}+)*$/iu },
      { name: "slow", type: "text", pattern: "^(a+)+$" },
    ),
  ],
  [
    "one unique value, one index",
    withField(
      { name: "email", type: "email", unique: true },
      { name: "day", type: "date", index: true },
      { name: "body", type: "richtext", index: true },
      { name: "only", type: "relation", to: "article", unique: true },
    ),
  ],
  [
    "searchable anywhere",
    withField({ name: "seo", type: "object", searchable: true, fields: [{ name: "headline", type: "text", searchable: true }] }),
  ],
  [
    "shared fields of a translatable entity, a slug among them",
    withEntity({
      translatable: true,
      fields: [
        { name: "price", type: "number", shared: true },
        { name: "slug", type: "slug", shared: true, unique: "entity" },
      ],
    }),
  ],
  [
    "limits on one side, and limits that leave one value",
    withField(
      { name: "subtitle", type: "text", minLength: 3 },
      { name: "code", type: "text", minLength: 3, maxLength: 3 },
      { name: "rank", type: "number", min: 1, max: 100 },
      { name: "five", type: "number", min: 5, max: 5 },
      { name: "from", type: "datetime", min: "2026-01-01T10:00:00+05:00", max: "2026-01-01T06:00:00Z" },
      { name: "noon", type: "datetime", min: "2026-01-01T12:00:00Z", max: "2026-01-01T13:00:00+01:00" },
    ),
  ],
  [
    "slugs from texts of objects, of objects in them, and of a relation's record",
    withField(
      {
        name: "seo",
        type: "object",
        fields: [
          { name: "headline", type: "text" },
          { name: "social", type: "object", fields: [{ name: "title", type: "text" }] },
        ],
      },
      { name: "twin", type: "relation", to: "article" },
      { name: "slug", type: "slug", from: ["seo.headline", "seo.social.title", "twin.title", "twin.seo.social.title"] },
    ),
  ],
  ["a slug for all locales", withField({ name: "slug", type: "slug", from: "title", unique: "global" })],
  [
    "defaults that fit",
    withField(
      { name: "links", type: "array", of: { type: "url" }, default: ["https://a.example"] },
      { name: "up", type: "relation", to: "article", many: true, default: [ID] },
      { name: "at", type: "datetime", default: "2026-01-01T00:00:00Z" },
      { name: "gone", type: "text", default: null },
      {
        name: "target",
        type: "object",
        fields: [
          { name: "kind", type: "text" },
          { name: "url", type: "url", required: true, admin: { condition: { kind: "link" } } },
        ],
        default: { kind: "none" },
      },
      { name: "contact", type: "email", default: "a@exämple.com" },
      { name: "many", type: "relation", to: "article", many: true, default: Array.from({ length: 1_000 }, (_, at) => numbered(at)) },
    ),
  ],
  ["a role without permissions", withRole({ name: "guest" })],
  [
    "permissions on built-in entities",
    withRole({
      name: "editor",
      permissions: {
        _image: { create: true, read: {} },
        _file: { read: { fields: {} } },
        _user: { read: { filter: { id: "$CURRENT_USER" }, fields: { exclude: ["email", "createdAt"] } } },
      },
    }),
  ],
  ["drafts to read", withRead({ drafts: true })],
  [
    "every kind of filter value",
    withFilter({
      status: { $in: ["draft", "live"] },
      topics: { $hasAny: ["art"] },
      date: { $lte: "$NOW" },
      opensAt: { $between: ["2026-01-01T00:00:00Z", "$NOW"] },
      words: { $gt: 5, $lt: 10.5 },
      featured: true,
      author: ID,
      readers: { $has: "$CURRENT_USER" },
      owner: { $in: ["$CURRENT_USER", ID] },
      extra: { $null: false },
      title: { $contains: "a" },
      createdAt: { $lt: "$NOW" },
    }),
  ],
  [
    "the current role as a text and as an option",
    withFilter({ title: "$CURRENT_ROLE", status: { $ne: "$CURRENT_ROLE" }, topics: { $has: "$CURRENT_ROLE" } }),
  ],
  [
    "paths over relations and objects",
    withFilter({
      "author.user": "$CURRENT_USER",
      "author.mentor.user.role": "$CURRENT_ROLE",
      "seo.headline": { $startsWith: "A" },
      "readers.email": "a@b.example",
      "author.id": ID,
    }),
  ],
  [
    "references inside objects, arrays, blocks and rich text",
    withListFilter({
      "extras.lead": "$CURRENT_USER",
      "extras.lead.email": "a@b.example",
      "extras.people": { $has: "$CURRENT_USER", $ne: ID },
      "extras.people.role": "$CURRENT_ROLE",
      "extras.cover": { $null: false },
      "extras.cover.filename": { $endsWith: ".png" },
      authors: ID,
      "authors.authors.title": "a",
      "body.quote.by": { $hasAny: [ID] },
      "body.quote.by.title": "a",
      "quote.box.text": "a",
      "quote.image": { $has: ID },
      "quote.image.filename": "a.png",
      "quote.link.article": ID,
    }),
  ],
  [
    "a filter on the locale of a translatable entity",
    site({
      entities: [{ name: "page", translatable: true, fields: [] }],
      roles: [
        { name: "admin", isAdmin: true },
        { name: "german", permissions: { page: { read: { filter: { locale: "de", publishedAt: { $null: false } } } } } },
      ],
    }),
  ],
  ["an operation left undefined, which is a refusal", withRead(undefined)],
  [
    "custom routes of one name and several methods",
    site({
      customRoutes: [
        { name: "ping", handler: () => null },
        { name: "ping", method: "POST", roles: ["admin"], handler: () => null },
      ],
    }),
  ],
])("%s is accepted", (_case, config) => {
  expect(validateConfig(config)).toEqual({ ok: true, config: expect.anything() });
});

test("the result is a deeply frozen copy", () => {
  const input = withField({ name: "code", type: "text", pattern: /^a$/ });

  const result = validateConfig(input);

  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const parts = [result.config, result.config.entities, result.config.entities[0]?.fields[1], result.config.locales];
  expect(parts.filter((part) => !Object.isFrozen(part))).toEqual([]);
  expect(Object.isFrozen(input)).toBe(false);
  expect(result.config.entities[0]?.fields[1]).toEqual({ name: "code", type: "text", pattern: /^a$/ });
});
