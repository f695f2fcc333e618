import type { ConfigDefinition } from "@colophon/config";

const open = { filter: { state: "open" } };

/** Plants, and references to them of every kind. */
export const usagesSite: ConfigDefinition = {
  entities: [
    {
      name: "plant",
      trash: true,
      fields: [
        { name: "name", type: "text" },
        { name: "state", type: "select", options: ["open", "closed"] },
        { name: "parent", type: "relation", to: "plant" },
      ],
      admin: { summary: { title: "name" } },
    },
    {
      name: "recipe",
      versions: true,
      trash: true,
      fields: [
        { name: "title", type: "text" },
        { name: "state", type: "select", options: ["open", "closed"] },
        { name: "main", type: "relation", to: "plant" },
        { name: "sides", type: "relation", to: "plant", many: true },
        { name: "cook", type: "relation", to: "_user" },
        {
          name: "note",
          type: "object",
          fields: [
            { name: "plant", type: "relation", to: "plant" },
            { name: "secret", type: "relation", to: "plant", hidden: true },
          ],
        },
        {
          name: "parts",
          type: "array",
          of: {
            type: "object",
            fields: [
              { name: "plant", type: "relation", to: "plant" },
              { name: "amount", type: "text" },
            ],
          },
        },
        { name: "list", type: "array", of: { type: "relation", to: "plant" } },
        {
          name: "body",
          type: "blocks",
          blocks: [
            { name: "hint", fields: [{ name: "plant", type: "relation", to: "plant" }] },
            { name: "gallery", fields: [{ name: "plants", type: "relation", to: "plant", many: true }] },
          ],
        },
        { name: "hidden", type: "relation", to: "plant", hidden: true },
      ],
      admin: { summary: { title: "title" } },
    },
    {
      name: "link",
      fields: [
        { name: "name", type: "text" },
        { name: "plant", type: "relation", to: "plant" },
        { name: "recipe", type: "relation", to: "recipe" },
        { name: "hero", type: "image" },
      ],
      admin: { summary: { title: "name" } },
    },
    { name: "untitled", fields: [{ name: "plant", type: "relation", to: "plant" }] },
    {
      name: "review",
      fields: [
        { name: "of", type: "relation", to: "recipe" },
        { name: "plant", type: "relation", to: "plant" },
      ],
      admin: { summary: { title: "of.title" } },
    },
    {
      name: "front",
      global: true,
      fields: [
        { name: "headline", type: "text" },
        { name: "plant", type: "relation", to: "plant" },
        { name: "hero", type: "image" },
      ],
      admin: { summary: { title: "headline" } },
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "reader", permissions: { plant: { read: true }, recipe: { read: true } } },
    { name: "drafter", permissions: { plant: { read: true }, recipe: { read: { drafts: true } } } },
    {
      name: "narrow",
      permissions: { plant: { read: open }, recipe: { read: { ...open, drafts: true } }, link: { read: true }, review: { read: true } },
    },
    {
      name: "cut",
      permissions: {
        plant: { read: true },
        recipe: { read: { fields: { exclude: ["title", "main", "body"] } } },
        review: { read: true },
      },
    },
    { name: "nobody", permissions: { link: { read: true } } },
  ],
};
