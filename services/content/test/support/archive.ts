import type { ConfigDefinition } from "@colophon/config";
import { forwarding } from "./hooked-site.ts";

/** Records with one field of each kind that a copy treats differently. */
export const archive: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    { name: "tag", fields: [{ name: "label", type: "text", required: true, unique: true }] },
    { name: "vault", fields: [{ name: "label", type: "text" }] },
    {
      name: "folder",
      hooks: forwarding,
      admin: { summary: { title: "name" } },
      fields: [
        { name: "name", type: "text", required: true, unique: true, maxLength: 12 },
        { name: "slug", type: "slug", from: "name" },
        { name: "number", type: "number", integer: true, unique: true },
        { name: "owner", type: "text" },
        { name: "rating", type: "text" },
        { name: "secret", type: "text" },
        { name: "veiled", type: "text", hidden: true },
        { name: "state", type: "select", options: ["new", "old"], default: "new" },
        {
          name: "seo",
          type: "object",
          fields: [
            { name: "headline", type: "text" },
            { name: "veiled", type: "text", hidden: true },
          ],
        },
        { name: "tags", type: "relation", to: "tag", many: true },
        { name: "vault", type: "relation", to: "vault" },
      ],
    },
    {
      name: "page",
      versions: true,
      translatable: true,
      admin: { summary: { title: "title" } },
      fields: [
        { name: "title", type: "text", required: true, unique: true },
        { name: "slug", type: "slug", from: "title" },
        { name: "owner", type: "text" },
      ],
    },
    { name: "theme", global: true, fields: [{ name: "color", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        folder: {
          create: { filter: { owner: { $ne: "them" } }, fields: { exclude: ["rating", "state"] } },
          read: { filter: { owner: { $ne: "nobody" } }, fields: { exclude: ["secret"] } },
        },
        tag: { read: true },
        page: { create: true, read: { filter: { owner: { $ne: "nobody" } } } },
      },
    },
    { name: "reader", permissions: { folder: { read: true } } },
    { name: "blind", permissions: { folder: { create: true } } },
  ],
};
