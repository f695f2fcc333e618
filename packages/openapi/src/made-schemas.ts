/** Shapes of fixed routes that are generated from the project's configuration, limited to what a role may see. */
import { jsonSchemaOf, type JsonSchema } from "@colophon/model";
import type { Made } from "@colophon/api";
import { isAssetEntity, type FieldDefinition } from "@colophon/config";
import type { EntityView } from "@colophon/engine";
import type { Audience } from "./contract.ts";
import { schemaRef } from "./contract.ts";
import { componentOf } from "./names.ts";
import { anyOf } from "./responses.ts";
import { orNull } from "./shapes.ts";

const TEXT: JsonSchema = { type: "string" };
const TIME: JsonSchema = { type: "string", format: "date-time" };
const SEARCHED: ReadonlySet<string> = new Set(["text", "slug", "select"]);

/** The search result's part about these fields, by name; nested objects contain only searchable members. */
function searchedFields(definitions: readonly FieldDefinition[], nested: boolean): Record<string, JsonSchema> {
  const shown = definitions.flatMap((definition): [string, JsonSchema][] => {
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

function resultSchema({ entity, reads }: EntityView): JsonSchema | null {
  const own = (reads ?? []).filter(({ automatic }) => !automatic);
  const fields = searchedFields(
    own.map(({ definition }) => definition),
    false,
  );
  if (Object.keys(fields).length === 0) return null;
  const times = (reads ?? []).filter(({ name }) => name === "createdAt" || name === "updatedAt");
  const properties = {
    id: { type: "string", format: "uuid" },
    _entity: { type: "string", const: entity.name },
    ...Object.fromEntries(times.map(({ name }) => [name, TIME])),
    ...(reads?.some(({ name }) => name === "locale") && { locale: TEXT }),
    ...fields,
  };
  const document = { type: "object", properties, required: ["id", "_entity"] };
  const result = {
    entity: { type: "string", const: entity.name },
    global: { type: "boolean", enum: [entity.kind === "global"] },
    document,
  };
  return { type: "object", properties: result, required: Object.keys(result) };
}

/** The answer of a search: the searched fields of each entity. */
function searchAnswer({ views }: Audience): JsonSchema {
  const results = [...views.values()].map(resultSchema).filter((schema) => schema !== null);
  const items = results.length > 0 ? { items: anyOf(results) } : { items: {}, maxItems: 0 };
  return { type: "object", properties: { query: TEXT, results: { type: "array", ...items } }, required: ["query", "results"] };
}

/** The record of an uploaded file: one of the kinds that the role may upload. */
function uploadedAsset({ schema, views }: Audience): JsonSchema {
  const kinds = [...views.values()].filter(({ entity, uploads }) => isAssetEntity(entity.name) && uploads);
  return anyOf(kinds.map(({ entity }) => schemaRef(componentOf(schema, entity.name, "Written"))));
}

const MADE: Readonly<Record<Made["made"], (audience: Audience) => JsonSchema>> = {
  SearchAnswer: searchAnswer,
  UploadedAsset: uploadedAsset,
};

/** The shape of this name. */
export function madeSchema(name: Made["made"], audience: Audience): JsonSchema {
  return MADE[name](audience);
}
