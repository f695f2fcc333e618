/** How events are sorted: by category, and in series. */
import { defineEntity } from "colophon/config";

export const category = defineEntity({
  name: "category",
  title: "Categories",
  translatable: true,
  fields: [
    { name: "name", type: "text", required: true, unique: true },
    { name: "slug", type: "slug", from: "name" },
    { name: "color", type: "color", default: "#336699", shared: true },
    { name: "events", type: "reverse", from: "event", field: "category" },
  ],
  admin: { summary: { title: "name" } },
});

export const series = defineEntity({
  name: "series",
  title: "Series",
  translatable: true,
  fields: [
    { name: "name", type: "text", required: true, searchable: true },
    { name: "slug", type: "slug", from: "name" },
    { name: "description", type: "text", multiline: true },
    { name: "events", type: "reverse", from: "event", field: "series" },
  ],
  admin: { summary: { title: "name" } },
});
