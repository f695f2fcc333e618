/** A site with rich text in each of its formats. */
import type { ConfigDefinition } from "@colophon/config";

export default {
  entities: [
    {
      name: "page",
      title: "Pages",
      admin: { summary: { title: "title" } },
      fields: [
        { name: "title", type: "text", required: true },
        { name: "prose", type: "richtext" },
        { name: "rich", type: "richtext", format: "blocks" },
        { name: "short", type: "richtext", format: "document", nodes: ["heading"], marks: ["bold"], embeds: [] },
        { name: "sealed", type: "richtext", admin: { readOnly: true } },
        { name: "raw", type: "richtext" },
      ],
    },
  ],
  roles: [{ name: "admin", isAdmin: true }],
} satisfies ConfigDefinition;
