/** The part of OpenAPI 3.1 that the description uses. All plain JSON. */
import type { JsonSchema } from "@colophon/model";
import type { EntityView, Schema } from "@colophon/engine";

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
export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
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
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}
export interface PathItem extends Readonly<Partial<Record<"get" | "post" | "put" | "patch" | "delete", Operation>>> {
  readonly parameters?: readonly (ParameterObject | Reference)[];
}
export type Paths = Readonly<Record<string, PathItem>>;

/** An OpenAPI 3.1 document, plain JSON. */
export interface Description {
  readonly openapi: string;
  readonly info: Readonly<{ title: string; version: string; description: string; contact: object; license: object }>;
  readonly servers: readonly Readonly<{ url: string }>[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly Readonly<{ name: string; description?: string }>[];
  readonly paths: Paths;
  /** Messages that the site sends. */
  readonly webhooks?: Paths;
  readonly components: Readonly<
    Record<"schemas" | "parameters" | "headers" | "responses" | "securitySchemes", Readonly<Record<string, object>>>
  >;
}

/** The audience of a description: one role, with its permissions for each entity. */
export interface Audience {
  readonly schema: Schema;
  readonly isAdmin: boolean;
  /** Whether these are the callers without credentials. */
  readonly isPublic: boolean;
  readonly views: ReadonlyMap<string, EntityView>;
}

/** The source of the description's part about one entity. */
export interface DescribedEntity extends Audience, EntityView {}

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
