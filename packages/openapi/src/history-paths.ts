/** A record's versions: the history, one of them, the way from one to another, and back to one. */
import { query } from "@colophon/api";
import type { JsonSchema } from "@colophon/engine";
import type { Operation, ParameterObject, PathItem, Reference, Subject } from "./contract.ts";
import { parameterRef, schemaRef } from "./contract.ts";
import { onceAnswer, operation, shapeRef } from "./operations.ts";
import { flag } from "./parameters.ts";
import { dataOf, json, NOT_MODIFIED } from "./responses.ts";

const ID: JsonSchema = { type: "string", format: "uuid" };
const SUMMARY: Readonly<Record<string, JsonSchema>> = {
  id: ID,
  number: { type: "integer", minimum: 1 },
  status: { type: "string" },
  pinned: { type: "boolean", description: "Never pruned: the pending draft, and what is published." },
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
    JsonPatch: { type: "array", items: step, description: "RFC 6902: what makes this version's data into the other's." },
  };
}

function versionSchema(subject: Subject): JsonSchema {
  const content = {
    anyOf: [shapeRef(subject, "Content"), { type: "object" }],
    description: "The fields at that time; raw where they no longer fit.",
  };
  return {
    type: "object",
    properties: {
      ...SUMMARY,
      data: content,
      incompatible: { type: "boolean", enum: [true], description: "The stored data no longer fits the configuration." },
    },
    required: [...Object.keys(SUMMARY), "data"],
  };
}

function history(subject: Subject): Operation {
  const schema = {
    type: "object",
    properties: { data: { type: "array", items: schemaRef("VersionSummary") }, meta: schemaRef("ListMeta") },
    required: ["data", "meta"],
  };
  const parameters = ["Limit", "Offset", "IfNoneMatch"].map(parameterRef);
  const answers = { "200": json("The versions", schema, { etag: true }), "304": NOT_MODIFIED };
  return operation(subject, { id: "versions", summary: "The history, newest first", parameters, answers, refuses: [404] });
}

function version(subject: Subject): Operation {
  const diff = query("diff", ID, "Another version: the answer is the JSON Patch from this version to that one.");
  const data = dataOf({ anyOf: [versionSchema(subject), schemaRef("JsonPatch")] });
  return operation(subject, {
    id: "version",
    summary: "One version, or the way to another",
    parameters: [diff, parameterRef("IfNoneMatch")],
    answers: { "200": json("The version", data, { etag: true }), "304": NOT_MODIFIED },
    refuses: [404],
  });
}

function restore(subject: Subject): Operation {
  return operation(subject, {
    id: "restore",
    summary: "Make a version the draft again",
    parameters: [flag("publish", "Live at once."), parameterRef("IdempotencyKey"), parameterRef("IfDraftMatch")],
    answers: { "200": onceAnswer(subject, "The record with the restored content") },
    refuses: [404, 409, 412],
  });
}

/** The paths below a record's own. @param parameters - of the record's path */
export function historyPaths(
  subject: Subject,
  path: string,
  parameters: readonly (ParameterObject | Reference)[],
): Record<string, PathItem> {
  const item = (more: PathItem, own = parameters) => ({ ...(own.length > 0 && { parameters: own }), ...more });
  const inVersion = [...parameters, parameterRef("VersionId")];
  return {
    [`${path}/versions`]: item({ get: history(subject) }),
    [`${path}/versions/{versionId}`]: item({ get: version(subject) }, inVersion),
    [`${path}/versions/{versionId}/restore`]: item({ post: restore(subject) }, inVersion),
  };
}
