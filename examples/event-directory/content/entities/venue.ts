import { defineEntity } from "colophon/config";

export const venue = defineEntity({
  name: "venue",
  title: "Venues",
  translatable: true,
  fields: [
    { name: "name", type: "text", required: true, maxLength: 80, searchable: true },
    { name: "slug", type: "slug", from: ["name", "address.city"] },
    { name: "description", type: "text", multiline: true, searchable: true },
    { name: "picture", type: "image", shared: true },
    { name: "capacity", type: "number", integer: true, min: 1, shared: true },
    { name: "access", type: "select", options: ["stepFree", "lift", "hearingLoop"], multiple: true, shared: true },
    {
      name: "address",
      type: "object",
      shared: true,
      fields: [
        { name: "street", type: "text" },
        { name: "city", type: "text", required: true },
        { name: "country", type: "text" },
      ],
    },
    { name: "events", type: "reverse", from: "event", field: "venue" },
  ],
  admin: { summary: { title: "name", subtitle: "address.city", image: "picture" }, list: { columns: ["name", "capacity"], sort: "name" } },
});
