import { defineEntity } from "colophon/config";

export const page = defineEntity({
  name: "page",
  title: "Pages",
  translatable: true,
  versions: true,
  fields: [
    { name: "title", type: "text", required: true, searchable: true },
    { name: "slug", type: "slug", from: "title" },
    { name: "body", type: "richtext", format: "document", embeds: ["event", "person", "venue", "page"] },
    { name: "parent", type: "relation", to: "page", onDelete: "restrict" },
  ],
});

export const home = defineEntity({
  name: "home",
  title: "Front page",
  global: true,
  translatable: true,
  fields: [
    { name: "title", type: "text", required: true, default: "What's on" },
    { name: "tagline", type: "text" },
    { name: "featured", type: "relation", to: "event", many: true, max: 3, shared: true },
  ],
});
