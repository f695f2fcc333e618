/** References to a record. */
import { entityRoutes, toJsonSchema, usage } from "@colophon/api";
import type { JsonSchema } from "@colophon/model";
import type { Paths, Subject } from "../contract.ts";
import { parameterRef, schemaRef } from "../contract.ts";
import { operation } from "../operations.ts";
import { json, NOT_MODIFIED } from "../responses.ts";
import { routePath } from "./entity-route.ts";

const RULES = `Relations, files, and references inside objects, arrays and blocks, in all entities. The list contains rows and fields that you may read, and
drafts if you may read drafts. Each field or path of a record counts once. The list is sorted by entity name, newest records first. The total
is exact.`;

export function usagesPaths(subject: Subject): Paths {
  if (subject.entity.kind === "global" || subject.reads === null) return {};
  const schema: JsonSchema = {
    type: "object",
    properties: { data: { type: "array", items: toJsonSchema(usage) }, meta: schemaRef("ListMeta") },
    required: ["data", "meta"],
  };
  const get = operation(subject, {
    ...entityRoutes.usages.methods.GET,
    description: RULES,
    parameters: ["Limit", "Offset", "Cursor", "Count", "IfNoneMatch"].map(parameterRef),
    answers: { "200": json("A page of the list", schema, { etag: true }), "304": NOT_MODIFIED },
    refuses: [404],
  });
  return routePath(subject, entityRoutes.usages, { GET: get });
}
