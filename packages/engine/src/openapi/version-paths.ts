/** Drafts, history, schedules and translations, for the entities that have them. */
import type { JsonSchema } from "../field-types/index.ts";
import type { Operation, PathItem, Paths, ResponseObject, Subject } from "./contract.ts";
import { parameterRef, schemaRef } from "./contract.ts";
import { operation, shapeRef, onceAnswer } from "./operations.ts";
import { query } from "./parameters.ts";
import { dataOf, json, NOT_MODIFIED } from "./responses.ts";

const TIME: JsonSchema = { type: ["string", "null"], format: "date-time" };
const ID: JsonSchema = { type: "string", format: "uuid" };
const SUMMARY: Readonly<Record<string, JsonSchema>> = {
  id: ID,
  number: { type: "integer", minimum: 1 },
  status: { type: "string" },
  pinned: { type: "boolean", description: "Never pruned: the pending draft, and what is published." },
  createdAt: { type: "string", format: "date-time" },
  createdBy: { type: ["string", "null"] },
};
const PLAN: JsonSchema = {
  type: "object",
  properties: { publishAt: TIME, unpublishAt: TIME },
  anyOf: [{ required: ["publishAt"] }, { required: ["unpublishAt"] }],
};
const PLAN_SAMPLE = { publishAt: "2030-01-31T12:00:00.000Z" };

/** Schemas of history and schedules, the same for every entity. */
export function versionSchemas(): Record<string, JsonSchema> {
  const step = {
    type: "object",
    properties: {
      op: { enum: ["add", "remove", "replace", "move", "copy", "test"] },
      path: { type: "string" },
      from: { type: "string" },
      value: {},
    },
    required: ["op", "path"],
  };
  return {
    VersionSummary: { type: "object", properties: SUMMARY, required: Object.keys(SUMMARY) },
    JsonPatch: { type: "array", items: step, description: "RFC 6902: what makes this version's data into the other's." },
    Schedule: { type: "object", properties: { id: ID, publishAt: TIME, unpublishAt: TIME }, required: ["id", "publishAt", "unpublishAt"] },
    Plan: PLAN,
  };
}

function versionSchema(subject: Subject): JsonSchema {
  const content = {
    anyOf: [shapeRef(subject, "Draft"), { type: "object" }],
    description: "The fields at that time; raw where they no longer fit.",
  };
  return {
    type: "object",
    properties: {
      ...SUMMARY,
      data: content,
      incompatible: { const: true, description: "The stored data no longer fits the configuration." },
    },
    required: [...Object.keys(SUMMARY), "data"],
  };
}

function flag(name: string, description: string) {
  return query(name, { type: "boolean", default: false }, description);
}

const ONCE = [parameterRef("IdempotencyKey")];

function publish(subject: Subject): Operation {
  return operation(subject, {
    id: "publish",
    summary: "Publish the draft",
    parameters: [flag("force", "Also when the draft is older than what is live."), ...ONCE, parameterRef("IfMatch")],
    answers: { "200": onceAnswer(subject, "The published record") },
    refuses: [404, 409, 412],
  });
}

function unpublish(subject: Subject): Operation {
  const answers = { "200": onceAnswer(subject, "The record; its content stays as the draft") };
  return operation(subject, {
    id: "unpublish",
    summary: "Unpublish",
    parameters: [...ONCE, parameterRef("IfMatch")],
    answers,
    refuses: [404, 409, 412],
  });
}

function schedulePath(subject: Subject): PathItem {
  const answers = (description: string): Record<string, ResponseObject> => ({ "200": json(description, dataOf(schemaRef("Schedule"))) });
  return {
    get: operation(subject, { id: "getSchedule", summary: "What is scheduled", answers: answers("The schedule"), refuses: [404] }),
    post: operation(subject, {
      id: "schedule",
      summary: "Publish or unpublish at a time to come",
      body: { schema: schemaRef("Plan"), example: PLAN_SAMPLE },
      answers: answers("The schedule"),
      refuses: [404],
    }),
    delete: operation(subject, {
      id: "cancelSchedule",
      summary: "Cancel the schedule",
      answers: answers("The empty schedule"),
      refuses: [404],
    }),
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
    parameters: [flag("publish", "Live at once."), ...ONCE],
    answers: { "200": onceAnswer(subject, "The record with the restored content") },
    refuses: [404, 409],
  });
}

function translate(subject: Subject): Operation {
  const locale = { type: "string", enum: subject.schema.config.locales };
  const example = { locale: subject.schema.config.locales.at(-1) };
  return operation(subject, {
    id: "translate",
    summary: "Copy the record into another language",
    parameters: ONCE,
    body: { schema: { type: "object", properties: { locale }, required: ["locale"] }, example },
    answers: { "201": onceAnswer(subject, "The copy, in the same translation group") },
    refuses: [404, 409],
  });
}

/** The routes below a record (or a global) that its entity's options bring with them. */
export function versionPaths(subject: Subject): Paths {
  const { name, kind, versions, translatable } = subject.entity;
  const path = kind === "global" ? `/api/${name}` : `/api/${name}/{id}`;
  const ids = kind === "global" ? [] : [parameterRef("Id")];
  const item = (more: PathItem, parameters = ids) => ({ ...(parameters.length > 0 && { parameters }), ...more });
  const inVersion = [...ids, parameterRef("VersionId")];
  return {
    ...(versions && {
      [`${path}/publish`]: item({ post: publish(subject) }),
      [`${path}/unpublish`]: item({ post: unpublish(subject) }),
      [`${path}/schedule`]: item(schedulePath(subject)),
      [`${path}/versions`]: item({ get: history(subject) }),
      [`${path}/versions/{versionId}`]: item({ get: version(subject) }, inVersion),
      [`${path}/versions/{versionId}/restore`]: item({ post: restore(subject) }, inVersion),
    }),
    ...(translatable && { [`${path}/translate`]: item({ post: translate(subject) }) }),
  };
}
