/** Search, the admin configuration, health, and the description itself. */
import type { FieldDefinition } from "@colophon/config";
import { jsonSchemaOf } from "../field-types/index.ts";
import type { JsonSchema } from "../field-types/index.ts";
import type { Entity, Schema } from "../types.ts";
import type { Paths } from "./contract.ts";
import { parameterRef } from "./contract.ts";
import { taggedOperation } from "./operations.ts";
import { query } from "./parameters.ts";
import { dataOf, json, NOT_MODIFIED, USUAL_HEADERS } from "./responses.ts";
import { orNull } from "./shapes.ts";

const TEXT: JsonSchema = { type: "string" };
const TIME: JsonSchema = { type: "string", format: "date-time" };
const SEARCHED: ReadonlySet<string> = new Set(["text", "slug", "select"]);

/** What a search shows of these fields, by name; nested objects with what is marked in them. */
function searchedFields(definitions: readonly FieldDefinition[], nested: boolean): Record<string, JsonSchema> {
  const shown = definitions.flatMap((definition): [string, JsonSchema][] => {
    if (definition.hidden) return [];
    if (definition.type === "object") {
      const properties = searchedFields(definition.fields, true);
      return Object.keys(properties).length > 0 ? [[definition.name, { type: ["object", "null"], properties }]] : [];
    }
    const kinds = nested ? definition.type === "text" : SEARCHED.has(definition.type);
    const { type, items } = orNull(jsonSchemaOf({ ...definition, required: false }));
    return definition.searchable && kinds ? [[definition.name, { type, ...(items !== undefined && { items: { type: "string" } }) }]] : [];
  });
  return Object.fromEntries(shown);
}

function resultSchema(entity: Entity): JsonSchema | null {
  const fields = searchedFields(
    entity.fields.map(({ definition }) => definition),
    false,
  );
  if (Object.keys(fields).length === 0) return null;
  const properties = {
    id: { type: "string", format: "uuid" },
    _entity: { const: entity.name },
    createdAt: TIME,
    updatedAt: TIME,
    ...fields,
  };
  const document = { type: "object", properties, required: ["id", "_entity"] };
  const own = { entity: { const: entity.name }, global: { const: entity.kind === "global" }, document };
  return { type: "object", properties: own, required: Object.keys(own) };
}

function search(schema: Schema) {
  const results = [...schema.entities.values()].map(resultSchema).filter((one) => one !== null);
  const items = results.length > 0 ? { items: { anyOf: results } } : { maxItems: 0 };
  const answer = { type: "object", properties: { query: TEXT, results: { type: "array", ...items } }, required: ["query", "results"] };
  return taggedOperation("search", {
    id: "search.find",
    summary: "Search all entities",
    parameters: [
      {
        ...query("q", { type: "string", minLength: 1, maxLength: 200 }, "Text that occurs somewhere in a searched field."),
        required: true,
      },
      query("limit", { type: "integer", default: 5 }, "Results of each entity, brought into 1 to 20."),
    ],
    answers: { "200": json("What was found", answer, { example: { query: "text", results: [] } }) },
  });
}

function adminConfig() {
  const list = { type: "array", items: { type: "object" } };
  const role = {
    type: "object",
    properties: { name: TEXT, isAdmin: { type: "boolean" }, public: { type: "boolean" } },
    required: ["name", "isAdmin", "public"],
  };
  const properties = {
    title: {},
    logo: {},
    locales: { type: "array", items: TEXT },
    defaultLocale: TEXT,
    entities: list,
    builtIns: list,
    roles: { type: "array", items: role },
    permissions: { type: "object" },
    admin: { type: "object" },
    openapi: { type: "boolean" },
  };
  return taggedOperation("service", {
    id: "admin.config",
    summary: "The configuration, cut to what the role may read",
    parameters: [parameterRef("IfNoneMatch")],
    answers: {
      "200": json("The configuration", dataOf({ type: "object", properties, required: Object.keys(properties) }), { etag: true }),
      "304": NOT_MODIFIED,
    },
  });
}

function health() {
  const plain = (text: string) => ({ "text/plain": { schema: TEXT, example: text } });
  return {
    operationId: "health.get",
    tags: ["service"],
    summary: "Whether every process is ready",
    description: "Not counted by the rate limit, unless it brings a key: that one must be good here too.",
    security: [{}],
    responses: {
      "200": { description: "Healthy", content: plain("ok") },
      "503": { description: "Not ready, or no longer", content: plain("unavailable") },
      default: { $ref: "#/components/responses/Error" },
    },
  };
}

function documentation(): Paths {
  const html = { "200": { description: "A page for browsers", headers: USUAL_HEADERS, content: { "text/html": { schema: TEXT } } } };
  return {
    "/openapi.json": {
      get: taggedOperation("service", {
        id: "openapi.get",
        summary: "This description",
        parameters: [parameterRef("IfNoneMatch")],
        answers: { "200": json("OpenAPI 3.1", { type: "object" }, { etag: true }), "304": NOT_MODIFIED },
        refuses: [404],
      }),
    },
    "/docs": { get: taggedOperation("service", { id: "openapi.docs", summary: "The explorer", answers: html, refuses: [404] }) },
  };
}

/** The routes that belong to no entity. */
export function servicePaths(schema: Schema): Paths {
  return {
    "/api/search": { get: search(schema) },
    "/api/admin/config": { get: adminConfig() },
    "/api/health": { get: health() },
    ...documentation(),
  };
}
