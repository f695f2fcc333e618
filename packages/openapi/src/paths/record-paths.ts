/** Paths below one record: references to it, presence, its rows of the audit log, and restoring it from the trash. */
import { entityRoutes, toJsonSchema, usage, presence, presenceRequest, historyRoutes, historyRow } from "@colophon/api";
import type { JsonSchema } from "@colophon/model";
import { type Paths, type DescribedEntity, parameterRef, schemaRef } from "../contract.ts";
import { operation, onceAnswer } from "../operations.ts";
import { json, NOT_MODIFIED, dataOf } from "../responses.ts";
import { routePath } from "./entity-route.ts";

const USAGES_RULES = `Relations, files, and references inside objects, arrays and blocks, in all entities. The list contains rows and fields that you may read, and
drafts if you may read drafts. Each field or path of a record counts once. The list is sorted by entity name, newest records first. The total
is exact.`;

export function usagesPaths(described: DescribedEntity): Paths {
  if (described.entity.kind === "global" || described.reads === null) return {};
  const schema: JsonSchema = {
    type: "object",
    properties: { data: { type: "array", items: toJsonSchema(usage) }, meta: schemaRef("ListMeta") },
    required: ["data", "meta"],
  };
  const get = operation(described, {
    ...entityRoutes.usages.methods.GET,
    description: USAGES_RULES,
    parameters: ["Limit", "Offset", "Cursor", "Count", "IfNoneMatch"].map(parameterRef),
    answers: { "200": json("A page of the list", schema, { etag: true }), "304": NOT_MODIFIED },
    refuses: [404],
  });
  return routePath(described, entityRoutes.usages, { GET: get });
}

/** The users who have a record open, for roles of people who sign in. */

export function presencePaths(described: DescribedEntity): Paths {
  const { entity, reads, isPublic } = described;
  if (entity.kind === "global" || reads === null || isPublic) return {};
  const post = operation(described, {
    id: "presence",
    summary: "Report that the record is open, and list the users who have it open",
    description:
      "Call it every 20 s; callers without a call in the last 40 s are not listed. It doesn't lock the record. Sessions only: an API key is 403.",
    body: { schema: toJsonSchema(presenceRequest), example: { editing: null } },
    isBodyOptional: true,
    answers: { "200": json("The users who have the record open, including the caller; the longest first", dataOf(toJsonSchema(presence))) },
    refuses: [404],
    security: [{ session: [] }],
  });
  return { [`/api/${entity.name}/{id}/presence`]: { parameters: [parameterRef("Id")], post } };
}

/** A record's rows of the audit log. */

const LOG_RULES = `The record's rows of the audit log, without addresses. Rows that were committed before the request are included. Fields and people
that you may not read are left out.`;

export function recordLogPaths(described: DescribedEntity): Paths {
  if (!described.updates || !described.schema.config.audit) return {};
  const schema: JsonSchema = {
    type: "object",
    properties: { data: { type: "array", items: toJsonSchema(historyRow) }, meta: schemaRef("ListMeta") },
    required: ["data", "meta"],
  };
  const path = historyRoutes[described.entity.kind];
  const get = operation(described, {
    ...path.methods.GET,
    description: LOG_RULES,
    parameters: ["Limit", "Offset", "IfNoneMatch"].map(parameterRef),
    answers: { "200": json("A page of the list", schema, { etag: true }), "304": NOT_MODIFIED },
    refuses: [404],
  });
  return routePath(described, path, { GET: get });
}

/** Restoring from the trash, for the entities that have one. */

export function trashPaths(described: DescribedEntity): Paths {
  const { deletes, entity } = described;
  if (!entity.trash || !deletes) return {};
  const restore = operation(described, {
    ...entityRoutes.restore.methods.POST,
    parameters: [parameterRef("IdempotencyKey"), parameterRef("IfMatch")],
    answers: { "200": onceAnswer(described, "The restored record") },
    refuses: [404, 409, 412],
  });
  return routePath(described, entityRoutes.restore, { POST: restore });
}
