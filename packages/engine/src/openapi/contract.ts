/** The few words of OpenAPI 3.1 that the description is made of. All plain JSON. */
import type { JsonSchema } from "../field-types/index.ts";
import type { Entity, Schema } from "../types.ts";

export type Reference = { readonly $ref: string };
export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}
export interface ParameterObject {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly description?: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}
export interface PathItem extends Readonly<Partial<Record<"get" | "post" | "put" | "patch" | "delete", Operation>>> {
  readonly parameters?: readonly (ParameterObject | Reference)[];
}
export type Paths = Readonly<Record<string, PathItem>>;

/** What the part of the description about one entity is made from. */
export interface Subject {
  readonly schema: Schema;
  readonly entity: Entity;
}

/** The schema component of that name. */
export function schemaRef(name: string): Reference {
  return { $ref: `#/components/schemas/${name}` };
}

/** The parameter component of that name. */
export function parameterRef(name: string): Reference {
  return { $ref: `#/components/parameters/${name}` };
}

/** The header component of that name. */
export function headerRef(name: string): Reference {
  return { $ref: `#/components/headers/${name}` };
}
