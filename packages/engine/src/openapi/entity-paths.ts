/** `/api/:entity` and `/api/:entity/:id`, for collections and globals. */
import type { JsonSchema } from "../field-types/index.ts";
import type { MediaType, Operation, Paths, Reference, Subject } from "./contract.ts";
import { parameterRef, schemaRef } from "./contract.ts";
import { titleOf } from "./names.ts";
import { ID_ONLY, onceAnswer, operation, shapeRef, writtenAnswer } from "./operations.ts";
import { listParameters, readParameters } from "./parameters.ts";
import { dataOf, json, NOT_MODIFIED } from "./responses.ts";
import { createSample, recordSample, updateSample } from "./samples.ts";

const ASSETS: ReadonlySet<string> = new Set(["_image", "_video", "_file"]);

/** The body of a write; with versions a draft may be sent as well. */
function bodyOf(subject: Subject, shape: "Create" | "Update", example: unknown): MediaType {
  const strict = shapeRef(subject, shape);
  const schema = subject.entity.versions ? { anyOf: [strict, shapeRef(subject, "Draft")] } : strict;
  return { schema, ...(example !== undefined && { example }) };
}

function sampleFor({ schema, entity }: Subject): Record<string, unknown> {
  return recordSample(entity, schema.config.defaultLocale);
}

function roleOf({ schema }: Subject): string | undefined {
  return [...schema.roles.values()].find((role) => !role.public)?.name;
}

function createBody(subject: Subject): MediaType {
  const sample = createSample(subject.entity);
  return bodyOf(subject, "Create", subject.entity.name === "_user" ? { ...sample, role: roleOf(subject) } : sample);
}

function savesDraft({ entity }: Subject): readonly Reference[] {
  return entity.versions ? [parameterRef("SaveDraft")] : [];
}

function list(subject: Subject): Operation {
  const schema: JsonSchema = {
    type: "object",
    properties: { data: { type: "array", items: shapeRef(subject, "Record") }, meta: schemaRef("ListMeta") },
    required: ["data", "meta"],
  };
  const example = { data: [sampleFor(subject)], meta: { total: 1, limit: 25, offset: 0 } };
  const answers = { "200": json("A page of records", schema, { example }) };
  return operation(subject, {
    id: "list",
    summary: `List ${titleOf(subject.schema, subject.entity)}`,
    parameters: listParameters(subject),
    answers,
  });
}

function create(subject: Subject): Operation {
  return operation(subject, {
    id: "create",
    summary: subject.entity.versions ? "Create and publish, or create a draft" : "Create",
    parameters: [...savesDraft(subject), parameterRef("IdempotencyKey")],
    body: createBody(subject),
    answers: { "201": onceAnswer(subject, "The new record", sampleFor(subject)) },
    refuses: [409],
  });
}

function one(subject: Subject): Operation {
  return operation(subject, {
    id: "get",
    summary: "Read one",
    parameters: [...readParameters(subject), parameterRef("IfNoneMatch")],
    answers: {
      "200": json("The record", dataOf(shapeRef(subject, "Record")), { etag: true, example: { data: sampleFor(subject) } }),
      "304": NOT_MODIFIED,
    },
    refuses: [404],
  });
}

function update(subject: Subject, id: "update" | "patch"): Operation {
  return operation(subject, {
    id,
    summary: id === "patch" ? "The same as PUT" : "Change the fields that are sent",
    parameters: [...savesDraft(subject), parameterRef("IfMatch")],
    body: bodyOf(subject, "Update", updateSample(subject.entity)),
    answers: { "200": writtenAnswer(subject, "The whole record after the change", sampleFor(subject)) },
    refuses: [404, 409, 412],
  });
}

function remove(subject: Subject): Operation {
  const { versions } = subject.entity;
  const discarded = { anyOf: [shapeRef(subject, "Record"), ID_ONLY] };
  return operation(subject, {
    id: "delete",
    summary: versions ? "Delete, or discard the draft" : "Delete",
    parameters: [...(versions ? [parameterRef("DropDraft")] : []), parameterRef("IfMatch")],
    answers: {
      "200": json(versions ? "The id, or the record without its draft" : "The id", dataOf(versions ? discarded : ID_ONLY), {
        etag: versions ? "optional" : false,
      }),
    },
    refuses: [404, 409, 412],
  });
}

function collectionPaths(subject: Subject): Paths {
  const path = `/api/${subject.entity.name}`;
  const creates = !ASSETS.has(subject.entity.name) && { post: create(subject) };
  const each = { get: one(subject), put: update(subject, "update"), patch: update(subject, "patch"), delete: remove(subject) };
  return { [path]: { get: list(subject), ...creates }, [`${path}/{id}`]: { parameters: [parameterRef("Id")], ...each } };
}

function readGlobal(subject: Subject): Operation {
  const data = { anyOf: [shapeRef(subject, "Record"), { type: "null" }] };
  const read = one(subject);
  const description = "The record, or null as long as it was never saved or is not published";
  const answer = json(description, dataOf(data), { etag: "optional", example: { data: sampleFor(subject) } });
  return { ...read, summary: `Read ${titleOf(subject.schema, subject.entity)}`, responses: { ...read.responses, "200": answer } };
}

/** A draft of a global is discarded at its own path; else it can't be deleted. */
function discardGlobal(subject: Subject) {
  if (!subject.entity.versions) return {};
  const removed = remove(subject);
  const data = { anyOf: [shapeRef(subject, "Record"), ID_ONLY, { type: "null" }] };
  const parameter = { ...DISCARD, schema: { type: "boolean", const: true } };
  return {
    delete: {
      ...removed,
      operationId: `${subject.entity.name}.discard`,
      summary: "Discard the draft",
      parameters: [parameter, parameterRef("IfMatch")],
      responses: { ...removed.responses, "200": json("The record without its draft", dataOf(data), { etag: "optional" }) },
    },
  };
}

const DISCARD = { name: "draft", in: "query", required: true, description: "Must be true: a global itself can't be deleted." } as const;

function globalPaths(subject: Subject): Paths {
  const item = { get: readGlobal(subject), put: update(subject, "update"), patch: update(subject, "patch"), ...discardGlobal(subject) };
  return { [`/api/${subject.entity.name}`]: item };
}

/** The routes that every entity has. */
export function entityPaths(subject: Subject): Paths {
  return subject.entity.kind === "global" ? globalPaths(subject) : collectionPaths(subject);
}
