/** What the operations on an entity are put together from. */
import type { JsonSchema } from "../field-types/index.ts";
import type { MediaType, Operation, ParameterObject, Reference, ResponseObject, Subject } from "./contract.ts";
import { schemaRef } from "./contract.ts";
import { stemOf } from "./names.ts";
import { dataOf, json, refusals } from "./responses.ts";

/** One operation on an entity; refusals that any route may give need not be named. */
export interface OperationParts {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly body?: MediaType;
  readonly answers: Readonly<Record<string, ResponseObject>>;
  readonly refuses?: readonly number[];
}

/** Refusals of routes that read a body. */
const OF_BODIES = [413, 415] as const;

/** An operation under the entity's tag. */
export function operation({ entity }: Subject, parts: OperationParts): Operation {
  return taggedOperation(entity.name, { ...parts, id: `${entity.name}.${parts.id}` });
}

/** An operation under any tag; its id is given whole. */
export function taggedOperation(tag: string, { id, body, answers, refuses = [], parameters = [], ...text }: OperationParts): Operation {
  return {
    operationId: id,
    tags: [tag],
    ...text,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { "application/json": body } } }),
    responses: { ...answers, ...refusals([...refuses, ...(body ? OF_BODIES : [])]) },
  };
}

/** The record of the entity, as `Record`, `Written`, `Create`, `Update` or `Draft`. */
export function shapeRef({ schema, entity }: Subject, shape: "Record" | "Written" | "Create" | "Update" | "Draft"): Reference {
  return schemaRef(`${stemOf(schema, entity.name)}${shape}`);
}

/** `{ data: record }` as a write answers it, with the record's ETag. */
export function writtenAnswer(subject: Subject, description: string, example?: unknown): ResponseObject {
  return json(description, dataOf(shapeRef(subject, "Written")), {
    etag: true,
    ...(example !== undefined && { example: { data: example } }),
  });
}

/** The same of a POST, whose answer may be one that an Idempotency-Key repeats. */
export function onceAnswer(subject: Subject, description: string, example?: unknown): ResponseObject {
  return json(description, dataOf(shapeRef(subject, "Written")), {
    etag: "optional",
    ...(example !== undefined && { example: { data: example } }),
  });
}

/** `{ data: { id } }`. */
export const ID_ONLY: JsonSchema = {
  type: "object",
  properties: { id: { type: "string", format: "uuid" } },
  required: ["id"],
};
