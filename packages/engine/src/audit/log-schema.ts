/** The audit log as an entity that only lists read: it has the language of all lists. */
import type { EntityDefinition } from "@colophon/config";
import { compileEntity } from "../entities.ts";
import { memoizeFor } from "../memoize.ts";
import { parseQuery } from "../request/read.ts";
import type { Entity, Field, Schema } from "../types.ts";
import type { Condition, ReadRequest } from "../requests.ts";

/** The name by which the log is listed: `/api/_audit`. */
export const AUDIT_LOG = "_audit";

/** The members of a row. `actor` can be filtered by: `filter[actor]`, `filter[actor.type]`. */
const DEFINITION: EntityDefinition = {
  name: AUDIT_LOG,
  fields: [
    { name: "number", type: "number", integer: true },
    { name: "at", type: "datetime" },
    { name: "actor", type: "json" },
    { name: "action", type: "text" },
    { name: "entity", type: "text" },
    { name: "recordId", type: "text" },
    { name: "changes", type: "json" },
    { name: "values", type: "json" },
    { name: "address", type: "text" },
    { name: "requestId", type: "text" },
    { name: "route", type: "text" },
    { name: "previousHash", type: "text" },
    { name: "hash", type: "text" },
    { name: "actorType", type: "text" },
    { name: "actorId", type: "text" },
  ],
};
/** Columns for conditions only. */
const UNSHOWN: ReadonlySet<string> = new Set(["actorType", "actorId"]);
const SHOWN: readonly string[] = DEFINITION.fields.map(({ name }) => name).filter((name) => !UNSHOWN.has(name));
const IDS: ReadonlySet<string> = new Set(["recordId", "actorId"]);

function withIds(entity: Entity): Entity {
  const typed = (field: Field): Field =>
    IDS.has(field.name) && field.storage.kind === "column" ? { ...field, storage: { ...field.storage, sqlType: "uuid" } } : field;
  return {
    ...entity,
    fields: entity.fields.map(typed),
    byName: new Map([...entity.byName].map(([name, field]) => [name, typed(field)])),
  };
}

const schemas = memoizeFor<Schema>();

/** The schema with the log as one more entity. */
export function auditSchema(schema: Schema): Schema {
  return schemas(schema, AUDIT_LOG, () => {
    const entity = withIds(compileEntity(DEFINITION, { tableName: "audit_log" }));
    return { ...schema, entities: new Map([...schema.entities, [AUDIT_LOG, entity]]) };
  });
}

const ACTOR_PATHS: Readonly<Record<string, string>> = { actor: "actorId", "actor.id": "actorId", "actor.type": "actorType" };

function ofColumns(condition: Condition): Condition {
  if (condition.kind === "not") return { ...condition, of: ofColumns(condition.of) };
  if (condition.kind !== "test") return { ...condition, of: condition.of.map(ofColumns) };
  const column = ACTOR_PATHS[condition.path.join(".")];
  return column === undefined ? condition : { ...condition, path: [column] };
}

/** The query string of the log's list; by default the newest rows first. @throws VALIDATION_ERROR */
export function parseAuditQuery(search: string): ReadRequest {
  const request = parseQuery(search);
  const { filter, sort, fields } = request;
  return {
    ...request,
    filter: filter && ofColumns(filter),
    sort: sort.length > 0 ? sort : [{ field: "number", descending: true }],
    fields: fields ?? SHOWN,
  };
}
