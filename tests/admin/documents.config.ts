/** A site whose articles are documents. */
import type { ConfigDefinition } from "@colophon/config";

const body = { name: "body", type: "richtext", format: "document" } as const;

export default {
  entities: [
    { name: "person", title: "People", admin: { summary: { title: "name" } }, fields: [{ name: "name", type: "text", searchable: true }] },
    {
      name: "article",
      title: "Articles",
      admin: { summary: { title: "title" } },
      fields: [
        { name: "title", type: "text", required: true },
        {
          ...body,
          embeds: ["person"],
          blocks: [
            { name: "quote", title: "Quotation", fields: [{ name: "text", type: "text" }] },
            {
              name: "fact",
              title: "Fact",
              fields: [
                { name: "claim", type: "text", required: true },
                { name: "year", type: "number" },
                { name: "isChecked", title: "Checked", type: "boolean" },
                { name: "sources", type: "array", of: { type: "text" } },
                { name: "details", type: "richtext", format: "blocks" },
              ],
            },
          ],
        },
        { name: "short", type: "richtext", format: "document", nodes: ["heading"], marks: ["bold"], embeds: [] },
      ],
    },
    {
      name: "story",
      title: "Stories",
      versions: true,
      fields: [
        { name: "title", type: "text", required: true },
        { ...body, blocks: [{ name: "quote", title: "Quotation", fields: [{ name: "text", type: "text" }] }] },
      ],
    },
  ],
  roles: [{ name: "admin", isAdmin: true }],
} satisfies ConfigDefinition;
