/** The permissions of a role for an entity's records, computed once. The SQL of writes is compiled from them and from the data. */
import type { Operation } from "@colophon/config";
import { draftRuleFor, isVisible, requireOperation, ruleFor } from "../permissions/permissions.ts";
import { memoizeFor } from "../memoize.ts";
import { entityOf } from "../entities.ts";
import type { Principal, Entity, Field, Rule, Schema } from "../types.ts";
import { conditionsFor, type ConditionalField } from "./conditions.ts";
import type { Filter } from "./filter/contract.ts";
import { rowFilterOf } from "./filter/plan.ts";
import { roleKey } from "./plan.ts";
import { answerSelection, hookSelection } from "./selection/selection.ts";
import type { Selection } from "./selection/selected.ts";
import { targetsOf, type Targets } from "../references/reference-tables.ts";

/** Null: all rows match. */
type RowFilter = Filter | null;

export interface ReadAccess {
  readonly entity: Entity;
  /** The rows that may be read, and which of them as drafts (null: none); null if nothing may be read. */
  readonly read: { readonly filter: RowFilter; readonly drafts: { readonly filter: RowFilter } | null } | null;
  /** The visible parts of a record that matches the row filter for reading. */
  readonly answer: Selection;
  /** The whole record, for hooks. */
  readonly whole: Selection;
  /** The tables of the entities that the relations point to, by field name. */
  readonly targets: Targets;
}

export interface WriteAccess extends ReadAccess {
  /** The row filter of the operation, for a row before and after the write. */
  readonly filter: RowFilter;
  /** The rows that a writer may know about: the readable ones, drafts included; without the read permission those of the operation. */
  readonly known: RowFilter;
  /** Fields excluded from the operation. */
  readonly excluded: readonly { readonly field: Field; readonly readable: boolean }[];
  /** Fields that are required under a condition on fields that the writer may read. */
  readonly conditional: readonly ConditionalField[];
  /** For users: roles that at least one user must keep. */
  readonly adminRoles: readonly string[];
}

const readAccesses = memoizeFor<ReadAccess>();
const writeAccesses = memoizeFor<WriteAccess>();

/** What the principal may see of the entity's records, possibly nothing. @throws NOT_FOUND */
export function readAccessTo(schema: Schema, principal: Principal, entityName: string): ReadAccess {
  const entity = entityOf(schema, entityName);
  return readAccesses(schema, JSON.stringify([roleKey(principal), entity.name]), () => planReadAccess(schema, principal, entity));
}

/** @throws NOT_FOUND, FORBIDDEN without the operation, CONFIRMATION_REQUIRED */
export function accessTo(schema: Schema, principal: Principal, entityName: string, operation: Operation): WriteAccess {
  const rule = requireOperation(schema, principal, entityName, operation);
  const entity = entityOf(schema, entityName);
  const key = JSON.stringify([roleKey(principal), entity.name, operation]);
  return writeAccesses(schema, key, () => planWriteAccess(schema, principal, entity, rule));
}

function planReadAccess(schema: Schema, principal: Principal, entity: Entity): ReadAccess {
  const filterOf = (rule: Rule) => rowFilterOf(schema, principal, entity, rule).filter;
  const rule = ruleFor(schema, principal, entity.name, "read");
  const draftRule = entity.versions ? draftRuleFor(schema, principal, entity.name) : null;
  const drafts = draftRule && { filter: filterOf(draftRule) };
  return {
    entity,
    read: rule && { filter: filterOf(rule), drafts },
    answer: answerSelection(schema, principal, entity),
    whole: hookSelection(schema, entity),
    targets: targetsOf(schema, entity),
  };
}

function planWriteAccess(schema: Schema, principal: Principal, entity: Entity, rule: Rule): WriteAccess {
  const seen = readAccessTo(schema, principal, entity.name);
  const readRule = ruleFor(schema, principal, entity.name, "read");
  const { filter } = rowFilterOf(schema, principal, entity, rule);
  const excluded = entity.fields.filter((field) => rule.exclude.has(field.name));
  return {
    ...seen,
    filter,
    known: seen.read ? seen.read.filter : filter,
    excluded: excluded.map((field) => ({ field, readable: readRule !== null && isVisible(principal, readRule, field) })),
    conditional: conditionsFor(schema, principal, entity),
    adminRoles: entity.name === "_user" ? [...schema.roles.values()].filter(({ isAdmin }) => isAdmin).map(({ name }) => name) : [],
  };
}
