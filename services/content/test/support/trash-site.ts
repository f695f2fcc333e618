import type { ConfigDefinition } from "@colophon/config";

/** The calls of hooks, in their order. */
export const ran: string[] = [];

const open = { filter: { state: "open" } };

/** Articles with all kinds of additional data, sections without versions, and references to them of every kind. */
export const trashSite: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    {
      name: "article",
      versions: true,
      translatable: true,
      trash: true,
      fields: [
        { name: "title", type: "text", required: true, searchable: true },
        { name: "slug", type: "slug", from: "title" },
        { name: "code", type: "text", unique: true },
        { name: "state", type: "select", options: ["open", "closed"] },
        { name: "section", type: "relation", to: "section" },
        { name: "owner", type: "relation", to: "person", onDelete: "restrict" },
        { name: "editors", type: "relation", to: "person", many: true, onDelete: "restrict" },
        { name: "tags", type: "relation", to: "tag", many: true },
      ],
      hooks: {
        beforeDelete: ({ id, existing }) => void ran.push(`before ${id} ${existing["title"]}`),
        afterDelete: ({ id }) => void ran.push(`after ${id}`),
      },
    },
    {
      name: "section",
      trash: { days: 7 },
      fields: [
        { name: "name", type: "text", searchable: true },
        { name: "slug", type: "slug", from: "name" },
        { name: "state", type: "select", options: ["open", "closed"] },
      ],
    },
    { name: "person", fields: [{ name: "name", type: "text" }] },
    { name: "tag", fields: [{ name: "name", type: "text" }] },
    { name: "contract", trash: true, fields: [{ name: "person", type: "relation", to: "person", required: true }] },
    {
      name: "link",
      versions: true,
      fields: [
        { name: "title", type: "text" },
        { name: "article", type: "relation", to: "article" },
        { name: "section", type: "relation", to: "section" },
        { name: "articles", type: "relation", to: "article", many: true },
        { name: "meta", type: "object", fields: [{ name: "article", type: "relation", to: "article" }] },
      ],
    },
    { name: "page", fields: [{ name: "section", type: "relation", to: "section", onDelete: "cascade" }] },
    { name: "lock", fields: [{ name: "section", type: "relation", to: "section", onDelete: "restrict" }] },
    { name: "leaf", versions: true, trash: true, fields: [{ name: "page", type: "relation", to: "page", onDelete: "cascade" }] },
    { name: "pin", fields: [{ name: "page", type: "relation", to: "page", onDelete: "restrict" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "reader",
      public: true,
      permissions: { article: { read: true }, section: { read: true }, link: { read: true }, page: { read: true } },
    },
    { name: "writer", permissions: { article: { read: true, update: true, create: true }, section: { read: true, update: true } } },
    {
      name: "cleaner",
      permissions: {
        article: { read: { fields: { exclude: ["code"] } }, delete: open },
        section: { read: true, delete: open },
      },
    },
    { name: "narrow", permissions: { article: { read: open, delete: true }, section: { read: open, delete: true } } },
    { name: "blind", permissions: { article: { delete: true }, section: { delete: true } } },
  ],
};
