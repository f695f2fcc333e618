import { defineEntity } from "colophon/config";
import { checkTimes, pricesOf, stampCancellation } from "./event-hooks.ts";
import { BLOCKS } from "./event-blocks.ts";

export const event = defineEntity({
  name: "event",
  title: "Events",
  translatable: true,
  versions: true, // drafts, publishing, history
  trash: true,
  indexes: [["category", "starts"]], // for lists of one category by date
  fields: [
    { name: "title", type: "text", required: true, maxLength: 120, searchable: true },
    { name: "slug", type: "slug", from: ["title", "venue.name"] },
    { name: "summary", type: "text", multiline: true, maxLength: 400, searchable: true },
    {
      name: "body",
      type: "richtext",
      format: "document",
      nodes: ["heading", "bulletList", "orderedList", "blockquote", "image", "record"],
      marks: ["bold", "italic", "link"],
      embeds: ["event", "person", "venue"],
      blocks: [{ name: "notice", fields: [{ name: "text", type: "text", required: true }] }],
    },

    // These are the same in all languages. References lead to the translation in the language of the event.
    { name: "starts", type: "datetime", required: true, shared: true, index: true },
    { name: "ends", type: "datetime", required: true, shared: true, index: true },
    { name: "state", type: "select", options: ["announced", "confirmed", "cancelled", "over"], default: "announced", shared: true },
    { name: "cancelledAt", type: "datetime", shared: true, description: "Set by a hook.", admin: { readOnly: true } },
    { name: "category", type: "relation", to: "category", required: true, shared: true },
    { name: "venue", type: "relation", to: "venue", required: true, shared: true },
    { name: "organiser", type: "relation", to: "organiser", required: true, shared: true },
    { name: "series", type: "relation", to: "series", shared: true },
    { name: "cover", type: "image", shared: true },
    {
      name: "lineUp",
      type: "array",
      title: "Line-up",
      shared: true,
      of: {
        type: "object",
        fields: [
          { name: "person", type: "relation", to: "person", required: true, onDelete: "restrict" },
          { name: "role", type: "select", options: ["headliner", "support", "speaker", "host"], default: "headliner" },
        ],
      },
    },
    {
      name: "tickets",
      type: "array",
      shared: true,
      max: 20,
      of: {
        type: "object",
        fields: [
          { name: "label", type: "text", required: true },
          { name: "price", type: "number", required: true, min: 0 },
        ],
      },
    },
    { name: "priceFrom", type: "number", shared: true, index: true, description: "Set by a hook.", admin: { readOnly: true } },

    { name: "extras", type: "blocks", blocks: BLOCKS },
  ],
  hooks: {
    beforeValidate: [
      ({ data, existing }) => checkTimes(data, { ...existing, ...data }),
      ({ data }) => ({ ...data, ...pricesOf(data) }),
      ({ data, existing }) => ({ ...data, ...stampCancellation(data, existing, new Date()) }),
    ],
    afterPublish: ({ record, log }) => log.info({ starts: record.starts }, `published: ${record.title}`),
  },
  admin: {
    summary: { title: "title", subtitle: "venue.name", image: "cover" },
    list: { columns: ["title", "starts", "venue", "state"], sort: "-starts" },
    form: { aside: ["slug", "state", "starts", "ends", "category", "venue", "organiser", "series", "cover"] },
    preview: `${process.env["WEBSITE_URL"] ?? "http://localhost:3000"}/{locale}/events/{slug}`,
  },
});
