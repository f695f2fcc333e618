/** The parts of operations on an entity. */
import type { JsonSchema } from "@colophon/model";
import { query } from "@colophon/api";
import { isLocalized } from "@colophon/engine";
import type { MediaType, Operation, ParameterObject, Reference, ResponseObject, DescribedEntity } from "./contract.ts";
import { schemaRef } from "./contract.ts";
import { componentOf } from "./names.ts";
import type { Suffix } from "./names.ts";
import { dataOf, json, refusals } from "./responses.ts";

/** One operation on an entity; errors of all routes need not be named. */
export interface OperationParts {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly body?: MediaType;
  /** JSON by default. */
  readonly bodyType?: string;
  /** No member of the body is required, so it may be left out. */
  readonly isBodyOptional?: boolean;
  readonly answers: Readonly<Record<string, ResponseObject>>;
  readonly refuses?: readonly number[];
  readonly security?: NonNullable<Operation["security"]>;
}

/** Errors of routes with a body. */
const OF_BODIES = [408, 413, 415, 501] as const;

/** An operation under the entity's tag. */
export function operation(described: DescribedEntity, { parameters = [], ...parts }: OperationParts): Operation {
  const { name } = described.entity;
  return taggedOperation(name, { ...parts, parameters: [...localeOfGlobal(described), ...parameters], id: `${name}.${parts.id}` });
}

/** Which row of a translatable global is addressed. */
function localeOfGlobal({ schema: { config }, entity }: DescribedEntity): readonly ParameterObject[] {
  if (!isLocalized(entity)) return [];
  const { locales, defaultLocale } = config;
  const description = "The locale of the record. If there is no record in this locale, a read returns the record of the default locale.";
  return [query("locale", { type: "string", enum: locales, default: defaultLocale }, description)];
}

/** An operation under any tag; its id is complete. */
export function taggedOperation(
  tag: string,
  { id, body, bodyType, isBodyOptional = false, answers, refuses = [], parameters = [], ...text }: OperationParts,
): Operation {
  return {
    operationId: id,
    tags: [tag],
    description: `${text.summary}.`,
    ...text,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: !isBodyOptional, content: { [bodyType ?? "application/json"]: body } } }),
    responses: { ...answers, ...refusals([...refuses, ...(body ? OF_BODIES : [])]) },
  };
}

/** One of the shapes of the entity. */
export function shapeRef({ schema, entity }: Pick<DescribedEntity, "schema" | "entity">, shape: Suffix): Reference {
  return schemaRef(componentOf(schema, entity.name, shape));
}

/** `{ data: record }` as the answer of a write, with the record's ETag. */
export function writtenAnswer(described: DescribedEntity, description: string, example?: unknown): ResponseObject {
  return json(description, dataOf(shapeRef(described, "Written")), {
    etag: true,
    ...(example !== undefined && { example: { data: example } }),
  });
}

/** The same for a POST, whose answer may be repeated for an Idempotency-Key. */
export function onceAnswer(described: DescribedEntity, description: string, example?: unknown): ResponseObject {
  return json(description, dataOf(shapeRef(described, "Written")), {
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
