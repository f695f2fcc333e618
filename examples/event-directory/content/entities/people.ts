/** Who appears, and who invites. Their names are the same in all languages. */
import { defineEntity } from "colophon/config";

export const person = defineEntity({
  name: "person",
  title: "People",
  fields: [
    { name: "name", type: "text", required: true, searchable: true },
    { name: "slug", type: "slug", from: "name" },
    { name: "portrait", type: "image" },
    { name: "links", type: "array", of: { type: "url" }, max: 5 },
    { name: "appearances", type: "reverse", from: "event", field: "lineUp.person" },
    { name: "quotes", type: "reverse", from: "event", field: "extras.quote.by" },
  ],
  admin: { summary: { title: "name", image: "portrait" } },
});

export const organiser = defineEntity({
  name: "organiser",
  title: "Organisers",
  fields: [
    { name: "name", type: "text", required: true, unique: true, searchable: true },
    { name: "website", type: "url" },
    { name: "email", type: "email" },
    {
      name: "members",
      type: "relation",
      to: "_user",
      many: true,
      description: "Users with the role organiser, who may change its events.",
    },
    { name: "events", type: "reverse", from: "event", field: "organiser" },
  ],
  admin: { summary: { title: "name" } },
});
