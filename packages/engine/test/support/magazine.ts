/** A configuration that has every field type and every kind of permission, for tests. */
import type { Config, FieldDefinition } from "@colophon/config";
import { compileSchema } from "../../src/index.ts";
import type { Principal } from "../../src/index.ts";

export const USER_ID = "01900000-0000-7000-8000-00000000a001";
export const OTHER_USER_ID = "01900000-0000-7000-8000-00000000a002";

const articleFields: readonly FieldDefinition[] = [
  { name: "title", type: "text", required: true, searchable: true },
  { name: "slug", type: "slug", from: "title" },
  { name: "body", type: "richtext" },
  { name: "story", type: "richtext", format: "blocks" },
  { name: "rating", type: "number" },
  { name: "views", type: "number", integer: true, index: true },
  { name: "featured", type: "boolean" },
  { name: "day", type: "date" },
  { name: "startsAt", type: "datetime" },
  { name: "status", type: "select", options: ["draft", "live", "gone"] },
  { name: "flags", type: "select", options: [{ value: "a", label: "A" }, { value: "b", label: "B" }, "c"], multiple: true },
  { name: "contact", type: "email" },
  { name: "link", type: "url" },
  { name: "tint", type: "color" },
  { name: "extra", type: "json" },
  {
    name: "seo",
    type: "object",
    fields: [
      { name: "headline", type: "text" },
      { name: "score", type: "number" },
      { name: "shown", type: "boolean" },
      { name: "since", type: "date" },
      { name: "marks", type: "select", options: ["x", "y"], multiple: true },
      { name: "cover", type: "image" },
      { name: "internal", type: "text", hidden: true },
      {
        name: "deep",
        type: "object",
        fields: [
          { name: "note", type: "text" },
          { name: "key", type: "text", hidden: true },
        ],
      },
    ],
  },
  {
    name: "steps",
    type: "array",
    of: {
      type: "object",
      fields: [
        { name: "name", type: "text" },
        { name: "cost", type: "number", hidden: true },
      ],
    },
  },
  {
    name: "parts",
    type: "blocks",
    blocks: [
      {
        name: "quote",
        fields: [
          { name: "text", type: "text" },
          { name: "source", type: "text", hidden: true },
        ],
      },
      { name: "photo", fields: [{ name: "image", type: "image" }] },
    ],
  },
  { name: "author", type: "relation", to: "author" },
  { name: "editor", type: "relation", to: "_user" },
  { name: "tags", type: "relation", to: "tag", many: true },
  { name: "cover", type: "image" },
  { name: "gallery", type: "image", many: true },
  { name: "clip", type: "video" },
  { name: "sheet", type: "file" },
  { name: "secret", type: "text", hidden: true },
  { name: "wage", type: "number" },
  { name: "version", type: "text" },
  { name: "r", type: "text" },
];

export const CONFIG: Config = {
  locales: ["en", "de", "fr"],
  defaultLocale: "en",
  cors: { origins: [] },
  cache: {},
  storage: { adapter: "local" },
  customRoutes: [],
  webhooks: [],
  jobs: [],
  events: false,
  audit: false,
  openapi: false,
  entities: [
    { name: "article", fields: articleFields },
    {
      name: "author",
      fields: [
        { name: "name", type: "text", required: true },
        { name: "company", type: "relation", to: "company" },
        { name: "active", type: "boolean" },
        { name: "salary", type: "number" },
        { name: "friends", type: "relation", to: "author", many: true },
        { name: "written", type: "reverse", from: "article", field: "author" },
        { name: "owned", type: "reverse", from: "company", field: "owner" },
      ],
    },
    {
      name: "company",
      fields: [
        { name: "name", type: "text" },
        { name: "owner", type: "relation", to: "author" },
      ],
    },
    {
      name: "tag",
      fields: [
        { name: "name", type: "text" },
        { name: "rank", type: "number", integer: true },
      ],
    },
    {
      name: "post",
      versions: true,
      fields: [
        { name: "title", type: "text" },
        { name: "version", type: "text" },
        { name: "count", type: "number", integer: true },
        { name: "tags", type: "relation", to: "tag", many: true },
        { name: "author", type: "relation", to: "author" },
        { name: "related", type: "relation", to: "post" },
        { name: "at", type: "datetime" },
        { name: "labels", type: "select", options: ["a", "b"], multiple: true },
      ],
    },
    {
      name: "page",
      translatable: true,
      fields: [
        { name: "title", type: "text" },
        { name: "order", type: "number", integer: true },
      ],
    },
    {
      name: "site",
      global: true,
      fields: [
        { name: "title", type: "text" },
        { name: "home", type: "relation", to: "article" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        article: { create: true, read: { fields: { exclude: ["wage", "seo.score"] } }, update: { filter: { editor: "$CURRENT_USER" } } },
        author: { read: true },
        tag: { read: true },
        post: { read: true, update: { filter: { "author.active": true } } },
        page: { read: true },
        company: { read: true },
        site: { read: true },
      },
    },
    {
      name: "public",
      public: true,
      permissions: {
        article: { read: { filter: { status: "live" }, fields: { exclude: ["wage", "contact"] } } },
        author: { read: { filter: { active: true }, fields: { exclude: ["salary"] } } },
        tag: { read: { filter: { rank: { $gte: 1 } } } },
        post: { read: true },
        page: { read: { filter: { order: { $lt: 100 } } } },
        site: { read: true },
      },
    },
    {
      name: "own",
      permissions: { article: { read: { filter: { editor: "$CURRENT_USER", createdAt: { $lt: "$NOW" }, title: { $contains: "o" } } } } },
    },
    { name: "nobody", permissions: {} },
  ],
};

export const schema = compileSchema(CONFIG);
export const admin: Principal = { kind: "user", role: "admin", userId: USER_ID };
export const editor: Principal = { kind: "user", role: "editor", userId: USER_ID };
export const visitor: Principal = { kind: "anonymous", role: "public" };
export const nobody: Principal = { kind: "key", role: "nobody", keyId: "k" };
export const system: Principal = { kind: "system" };
