/** Actions on many records. */
import { bulkActions, bulkAnswer, entityRoutes, toJsonSchema, type BulkAction } from "@colophon/api";
import type { JsonSchema } from "@colophon/model";
import type { Operation, Paths, DescribedEntity } from "../contract.ts";
import { parameterRef } from "../contract.ts";
import { routePath } from "./entity-route.ts";
import { componentOf } from "../names.ts";
import { operation, shapeRef } from "../operations.ts";
import { anyOf, dataOf, json } from "../responses.ts";
import { createSample, SAMPLE_ID, updateSample } from "../samples.ts";

const RULES = `The request is one transaction: either all records are changed or none. Permissions, checks and hooks are the same as for single requests.
An error names each refused record: \`ids[3].title\`, or \`ids[3]\` for the whole record; a new one as \`data[3].title\`. A request that takes longer than ten seconds is 503
and changes nothing.`;

/** The actions of the entity that the role may use. */
function actionsFor({ entity, creates, updates, deletes, isAdmin }: DescribedEntity): readonly BulkAction[] {
  if (entity.kind === "global") return [];
  const granted = { create: creates !== null, update: updates !== null, delete: deletes };
  const has = { versions: entity.versions !== false, trash: entity.trash !== false };
  return Object.entries(bulkActions).flatMap(([action, row]) =>
    granted[row.permission] && (!("needs" in row) || has[row.needs]) && (!("admin" in row) || isAdmin) ? [action as BulkAction] : [],
  );
}

/** The body of an action; that of a create or an update has the entity's own fields. */
function actionSchema(described: DescribedEntity, action: BulkAction): JsonSchema {
  const { properties, ...schema } = toJsonSchema(bulkActions[action].request) as JsonSchema & {
    readonly properties: Record<string, JsonSchema>;
  };
  const { versions } = described.entity;
  if (action === "create")
    return {
      ...schema,
      properties: { ...properties, data: { ...properties["data"], items: shapeRef(described, versions ? "New" : "Create") } },
    };
  const data = "data" in properties && { data: shapeRef(described, versions ? "Change" : "Update") };
  return { ...schema, properties: { ...properties, ...data } };
}

function bulk(described: DescribedEntity, actions: readonly BulkAction[]): Operation {
  const [first = "delete"] = actions;
  const changes = { ids: [SAMPLE_ID], ...(first === "update" && { data: updateSample(described) }) };
  const example = { action: first, ...(first === "create" ? { data: [createSample(described)] } : changes) };
  const drafts = described.entity.versions && (actions.includes("update") || actions.includes("create"));
  const ids = (description: string) => json(description, dataOf(toJsonSchema(bulkAnswer)), { example: { data: { ids: [SAMPLE_ID] } } });
  return operation(described, {
    ...entityRoutes.bulk.methods.POST,
    description: RULES,
    parameters: [...(drafts ? [parameterRef("BulkDraft")] : []), parameterRef("IdempotencyKey")],
    body: { schema: shapeRef(described, "Bulk"), example },
    answers: {
      ...(actions.some((action) => action !== "create") && { "200": ids("The ids in the order of the request") }),
      ...(actions.includes("create") && { "201": ids("The ids of the new records, in the order of the request") }),
    },
    refuses: [404, 409],
  });
}

/** The bodies of all actions that the role may use. */
export function bulkSchemas(described: DescribedEntity): Record<string, JsonSchema> {
  const schemas = actionsFor(described).map((action) => actionSchema(described, action));
  return schemas.length === 0 ? {} : { [componentOf(described.schema, described.entity.name, "Bulk")]: anyOf(schemas) };
}

/** Actions on many records of a collection that the role may do to at least some records. */
export function bulkPaths(described: DescribedEntity): Paths {
  const actions = actionsFor(described);
  return routePath(described, entityRoutes.bulk, { POST: actions.length > 0 && bulk(described, actions) });
}
