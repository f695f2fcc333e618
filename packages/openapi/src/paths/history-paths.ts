/** A record's versions: the history, one version, the difference between two, and restoring one. */
import { query, versionRoutes } from "@colophon/api";
import type { JsonSchema } from "@colophon/model";
import type { Operation, Paths, DescribedEntity } from "../contract.ts";
import { parameterRef, schemaRef } from "../contract.ts";
import { routePath } from "./entity-route.ts";
import { onceAnswer, operation, shapeRef } from "../operations.ts";
import { flag } from "../parameters.ts";
import { dataOf, json, NOT_MODIFIED } from "../responses.ts";

const ID: JsonSchema = { type: "string", format: "uuid" };
const SUMMARY: Readonly<Record<string, JsonSchema>> = {
  id: ID,
  number: { type: "integer", minimum: 1 },
  status: { type: "string" },
  pinned: { type: "boolean", description: "Never deleted by the limit: the pending draft and the published version." },
  createdAt: { type: "string", format: "date-time" },
  createdBy: { type: ["string", "null"] },
};

/** Schemas of versions, the same for every entity. */
export function historySchemas(): Record<string, JsonSchema> {
  const step = {
    type: "object",
    properties: {
      op: { type: "string", enum: ["add", "remove", "replace", "move", "copy", "test"] },
      path: { type: "string" },
      from: { type: "string" },
      value: {},
    },
    required: ["op", "path"],
  };
  return {
    VersionSummary: { type: "object", properties: SUMMARY, required: Object.keys(SUMMARY) },
    JsonPatch: { type: "array", items: step, description: "RFC 6902: the changes from this version's data to the other version's data." },
  };
}

function versionSchema(described: DescribedEntity): JsonSchema {
  const content = {
    anyOf: [shapeRef(described, "Content"), { type: "object" }],
    description: "The fields at that time; unconverted if they don't fit the current configuration.",
  };
  return {
    type: "object",
    properties: {
      ...SUMMARY,
      data: content,
      incompatible: { type: "boolean", enum: [true], description: "The stored data doesn't fit the current configuration." },
    },
    required: [...Object.keys(SUMMARY), "data"],
  };
}

function history(described: DescribedEntity): Operation {
  const schema = {
    type: "object",
    properties: { data: { type: "array", items: schemaRef("VersionSummary") }, meta: schemaRef("ListMeta") },
    required: ["data", "meta"],
  };
  const parameters = ["Limit", "Offset", "IfNoneMatch"].map(parameterRef);
  const answers = { "200": json("The versions", schema, { etag: true }), "304": NOT_MODIFIED };
  return operation(described, { ...versionRoutes.versions.global.methods.GET, parameters, answers, refuses: [404] });
}

function version(described: DescribedEntity): Operation {
  const diff = query("diff", ID, "The id of another version. The answer is the JSON Patch from this version to the other one.");
  const data = dataOf({ anyOf: [versionSchema(described), schemaRef("JsonPatch")] });
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
