/** A record's rows of the audit log. */
import { historyRoutes, historyRow, toJsonSchema } from "@colophon/api";
import type { JsonSchema } from "@colophon/model";
import type { Paths, Subject } from "../contract.ts";
import { parameterRef, schemaRef } from "../contract.ts";
import { operation } from "../operations.ts";
import { json, NOT_MODIFIED } from "../responses.ts";
import { routePath } from "./entity-route.ts";

const RULES = `The record's rows of the audit log, without addresses. Rows that were committed before the request are included. Fields and people
that you may not read are left out.`;

export function recordLogPaths(subject: Subject): Paths {
  if (!subject.updates || !subject.schema.config.audit) return {};
  const schema: JsonSchema = {
    type: "object",
    properties: { data: { type: "array", items: toJsonSchema(historyRow) }, meta: schemaRef("ListMeta") },
    required: ["data", "meta"],
  };
  const path = historyRoutes[subject.entity.kind];
  const get = operation(subject, {
    ...path.methods.GET,
    description: RULES,
    parameters: ["Limit", "Offset", "IfNoneMatch"].map(parameterRef),
    answers: { "200": json("A page of the list", schema, { etag: true }), "304": NOT_MODIFIED },
    refuses: [404],
  });
  return routePath(subject, path, { GET: get });
}
