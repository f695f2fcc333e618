/**
 * An entity as one role may use it: what it reads, and what it may send. Descriptions are generated from it, never from the whole entity.
 */
import type { FieldDefinition, ReverseDefinition } from "@colophon/config";
import { automaticFields, OWNERS } from "../entities.ts";
import { visibleReverse } from "./reverse.ts";
import { isHidden, seesTarget, visibleField } from "./visible.ts";
import { visibleWay } from "./way.ts";
import { draftRuleFor, isVisible, ruleFor } from "../permissions/permissions.ts";
import type { Principal, Entity, Field, Rule, Schema } from "../types.ts";
import { cutFields } from "./visible-definition.ts";
import { isAsset, ownRulesOf } from "../permissions/built-in-rules.ts";

export interface EntityView {
  readonly entity: Entity;
  /** Automatic and configured fields and owners that the role may read, in the order of an answer; null if it may not read. */
  readonly reads: readonly Field[] | null;
  /** Fields that the role may send with a create; null if it may not create. */
  readonly creates: readonly Field[] | null;
  /** Fields that the role may send with an update; null if it may not update. */
  readonly updates: readonly Field[] | null;
  /** Reverse fields that the role may request. */
  readonly reverses: readonly ReverseView[];
  readonly deletes: boolean;
  /** Whether the role may read drafts. */
  readonly drafts: boolean;
  /** Whether the role creates records by uploads. */
  readonly uploads: boolean;
}

/** A reverse field and the entity of its records. */
export interface ReverseView {
  readonly definition: ReverseDefinition;
  readonly from: Entity;
}

interface Viewer {
  readonly schema: Schema;
  readonly principal: Principal;
}

/** A principal with the role: none has more permissions. */
function principalAs(role: string): Principal {
  return { kind: "user", role, userId: "" };
}

/** The permissions of a role for an entity. No list contains hidden members, at any depth. */
export function viewOf(schema: Schema, role: string, entity: Entity): EntityView {
  const viewer: Viewer = { schema, principal: principalAs(role) };
  const read = ruleFor(schema, viewer.principal, entity.name, "read");
  const updates = sentFields(viewer, entity, "update");
  return {
    entity,
    reads: read && readFields(viewer, entity, read),
    reverses: visibleReverses(viewer, entity),
    creates: entity.kind === "global" || isAsset(entity) ? null : sentFields(viewer, entity, "create"),
    updates,
    uploads: isAsset(entity) && ruleFor(schema, viewer.principal, entity.name, "create") !== null,
    drafts: read !== null && draftRuleFor(schema, viewer.principal, entity.name) !== null && entity.versions !== false,
    deletes: entity.kind === "collection" && ruleFor(schema, viewer.principal, entity.name, "delete") !== null,
  };
}

/**
 * The definitions of an entity's own fields that the role may read, for building forms: relations whose target it may not read are left
 * out, at every depth.
 */
export function visibleDefinitions(schema: Schema, role: string, entity: Entity): readonly FieldDefinition[] {
  const viewer: Viewer = { schema, principal: principalAs(role) };
  const rule = ruleFor(schema, viewer.principal, entity.name, "read");
  if (!rule) return [];
  const definitions = entity.fields.map(({ definition }) => definition);
  return cutFields(definitions, (definition, path) => !isHidden(viewer, rule, definition, path) && pointsToVisible(viewer, definition));
}

function visibleReverses(viewer: Viewer, entity: Entity): readonly ReverseView[] {
  return [...entity.reverses.values()].flatMap(({ name, definition }) => {
    const reverse = visibleReverse(viewer, entity, name);
    return reverse ? [{ definition, from: reverse.from }] : [];
  });
}

/** Whether the role may read the field at a dotted path, through relations and into objects, arrays and blocks. */
export function seesPath(schema: Schema, role: string, entityName: string, path: string): boolean {
  const reader = { schema, principal: principalAs(role) };
  const entity = schema.entities.get(entityName);
  const [first = "", ...rest] = path.split(".");
  const field = entity ? visibleField(reader, entity, first) : null;
  if (!entity || !field || rest.length === 0) return field !== null;
  if (field.target !== null) return seesPath(schema, role, field.target, rest.join("."));
  const way = visibleWay(reader, entity, field, rest);
  return way !== null && way.passed.every(([definition]) => seesTarget(reader, definition));
}

/** Whether the role may read the field at a dotted path in the record itself, through list indexes: `extras.0.text`. */
export function seesMember(schema: Schema, role: string, entityName: string, path: string): boolean {
  const entity = schema.entities.get(entityName);
  return entity !== undefined && isMember(visibleDefinitions(schema, role, entity), path.split("."));
}

function isMember(level: readonly FieldDefinition[], [name, ...rest]: readonly string[]): boolean {
  const found = level.find((definition) => definition.name === name);
  return found !== undefined && isInside(found, rest);
}

function isInside(definition: FieldDefinition, rest: readonly string[]): boolean {
  if (rest.length === 0) return true;
  if (definition.type === "object") return isMember(definition.fields, rest);
  const [index = "", ...inner] = rest;
  if (!/^\d{1,3}$/.test(index)) return false;
  if (definition.type === "array") return isInside(definition.of, inner);
  return definition.type === "blocks" && (inner.length === 0 || definition.blocks.some(({ fields }) => isMember(fields, inner)));
}

/** An array of ids is visible if its target is. */
function pointsToVisible(viewer: Viewer, definition: FieldDefinition): boolean {
  return definition.type === "array" ? pointsToVisible(viewer, definition.of) : seesTarget(viewer, definition);
}

function readFields(viewer: Viewer, entity: Entity, rule: Rule): readonly Field[] {
  const seen = [...automaticFields(entity), ...entity.fields, ...OWNERS].filter((field) => isVisible(viewer.principal, rule, field));
  return withDefinitions(seen, (definition, path) => !isHidden(viewer, rule, definition, path));
}

/** Values derived from an asset's bytes can't be sent; everything else that is not excluded can. */
function sentFields(viewer: Viewer, entity: Entity, operation: "create" | "update"): readonly Field[] | null {
  const rule = ruleFor(viewer.schema, viewer.principal, entity.name, operation);
  if (!rule) return null;
  const own = ownRulesOf(viewer.schema, viewer.principal, entity, operation);
  const sent = entity.fields.filter(
    ({ name, hidden, definition }) => !hidden && !rule.exclude.has(name) && !own.has(name) && !(isAsset(entity) && definition.immutable),
  );
  return withDefinitions(sent, ({ hidden }) => !hidden);
}

function withDefinitions(
  fields: readonly Field[],
  sees: (definition: FieldDefinition, path: readonly string[]) => boolean,
): readonly Field[] {
  const own = fields.filter(({ automatic }) => !automatic);
  const cut = new Map(
    cutFields(
      own.map(({ definition }) => definition),
      sees,
    ).map((definition) => [definition.name, definition]),
  );
  return fields.flatMap((field) => {
    const definition = field.automatic ? field.definition : cut.get(field.name);
    return definition ? [{ ...field, definition }] : [];
  });
}
