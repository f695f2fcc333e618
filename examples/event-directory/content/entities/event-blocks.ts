import type { BlockDefinition } from "colophon/config";

/** What can follow the text of an event, in any order. */
export const BLOCKS = [
  {
    name: "quote",
    fields: [
      { name: "text", type: "text", required: true, multiline: true },
      { name: "by", type: "relation", to: "person" },
    ],
  },
  { name: "gallery", fields: [{ name: "images", type: "image", many: true, max: 12 }] },
] as const satisfies readonly BlockDefinition[];
