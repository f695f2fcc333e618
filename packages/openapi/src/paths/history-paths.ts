/** A record's versions: the history, one version, the difference between two, and restoring one. */
import { jsonPatch, query, toJsonSchema, versionOf, versionRoutes, versionSummary } from "@colophon/api";
import type { JsonSchema } from "@colophon/model";
import type { Operation, Paths, DescribedEntity } from "../contract.ts";
import { parameterRef, schemaRef } from "../contract.ts";
import { routePath } from "./entity-route.ts";
import { onceAnswer, operation, shapeRef } from "../operations.ts";
import { flag } from "../parameters.ts";
import { dataOf, json, NOT_MODIFIED } from "../responses.ts";

const ID: JsonSchema = { type: "string", format: "uuid" };

function history(described: DescribedEntity): Operation {
  const schema = {
    type: "object",
    properties: { data: { type: "array", items: toJsonSchema(versionSummary) }, meta: schemaRef("ListMeta") },
    required: ["data", "meta"],
  };
  const parameters = ["Limit", "Offset", "IfNoneMatch"].map(parameterRef);
  const answers = { "200": json("The versions", schema, { etag: true }), "304": NOT_MODIFIED };
  return operation(described, { ...versionRoutes.versions.global.methods.GET, parameters, answers, refuses: [404] });
}

function version(described: DescribedEntity): Operation {
  const diff = query("diff", ID, "The id of another version. The answer is the JSON Patch from this version to the other one.");
  const data = dataOf({ anyOf: [toJsonSchema(versionOf(shapeRef(described, "Content"))), toJsonSchema(jsonPatch)] });
  return operation(described, {
    ...versionRoutes.version.global.methods.GET,
    parameters: [diff, parameterRef("IfNoneMatch")],
    answers: { "200": json("The version", data, { etag: true }), "304": NOT_MODIFIED },
    refuses: [404],
  });
}

function restore(described: DescribedEntity): Operation {
  return operation(described, {
    ...versionRoutes.restore.global.methods.POST,
    parameters: [flag("publish", "Publishes the version at once."), parameterRef("IdempotencyKey"), parameterRef("IfDraftMatch")],
    answers: { "200": onceAnswer(described, "The record with the restored content") },
    refuses: [404, 409, 412],
  });
}

/** The paths below a record's own. */
export function historyPaths(described: DescribedEntity): Paths {
  const { kind } = described.entity;
  return {
    ...routePath(described, versionRoutes.versions[kind], { GET: history(described) }),
    ...routePath(described, versionRoutes.version[kind], { GET: version(described) }),
    ...routePath(described, versionRoutes.restore[kind], { POST: restore(described) }),
  };
}
