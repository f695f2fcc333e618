import { z } from "zod";
import type { JsonSchema } from "@colophon/model";
import { component, id, noted, text, time } from "./registry.ts";

/** A version in the history of a record. */
export const versionSummary = component(
  "VersionSummary",
  z.object({
    id,
    number: z.int().min(1),
    status: text,
    pinned: noted(z.boolean(), { description: "Never deleted by the limit: the pending draft and the published version." }),
    createdAt: time,
    createdBy: text.nullable(),
  }),
);

const incompatible = noted(z.literal(true).optional(), { description: "The stored data doesn't fit the current configuration." });

/** One version of an entity whose content has this schema. */
export function versionOf(content: JsonSchema) {
  const data = noted(z.unknown(), {
    anyOf: [content, { type: "object" }],
    description: "The fields at that time; unconverted if they don't fit the current configuration.",
  });
  return versionSummary.extend({ data, incompatible });
}

export const patchStep = z.object({
  op: z.enum(["add", "remove", "replace", "move", "copy", "test"]),
  path: text,
  from: text.optional(),
  value: z.unknown().optional(),
});

/** The difference between two versions. */
export const jsonPatch = component("JsonPatch", z.array(patchStep), {
  description: "RFC 6902: the changes from this version's data to the other version's data.",
});
