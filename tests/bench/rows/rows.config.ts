/** Posts with drafts that two roles read, and the configuration changes that are applied meanwhile. */
import type { ConfigDefinition, FieldDefinition } from "@colophon/config";

const NOTE: FieldDefinition = { name: "note", type: "text" };
const MOOD: FieldDefinition = { name: "mood", type: "text", default: "calm" };

function siteOf(...more: FieldDefinition[]): ConfigDefinition {
  return {
    entities: [
      {
        name: "post",
        versions: true,
        indexes: [["section", "createdAt"]],
        fields: [
          { name: "title", type: "text", searchable: true, index: true },
          { name: "text", type: "text", searchable: true },
          { name: "section", type: "select", options: ["culture", "sport", "science"] },
          { name: "author", type: "relation", to: "author" },
          ...more,
        ],
      },
      { name: "author", fields: [{ name: "name", type: "text", required: true, index: true }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "reader", permissions: { post: { read: { filter: { section: "sport" } } }, author: { read: true } } },
    ],
  };
}

/** The changes are applied in this order, while processes with the first configuration run. */
export const CHANGES: Readonly<Record<string, ConfigDefinition>> = {
  "a field with a default is added": siteOf(NOTE, MOOD),
  "an index is added": siteOf({ ...NOTE, index: true }, MOOD),
  "a field is made searchable": siteOf({ ...NOTE, index: true, searchable: true }, MOOD),
  "a field is renamed": siteOf({ ...NOTE, name: "remark", index: true, searchable: true, renamedFrom: "note" }, MOOD),
};

export default siteOf(NOTE);
