/** Constraint names → names in the configuration, so that an error of PostgreSQL can be reported to a caller. */
import { referenceTableOf } from "../../references/reference-tables.ts";
import type { Schema } from "../../types.ts";
import { tableKey } from "../catalog.ts";
import { designTables } from "../design.ts";

export interface NamedConstraint {
  /** `unique`: a value is taken. `reference`: a target is missing, or a row is still referred to. `single`: a global exists. */
  readonly kind: "unique" | "reference" | "single";
  /** The entity whose table has the constraint; for a reference the referring one. */
  readonly entity: string;
  readonly fields: readonly string[];
  /** The entity referred to, null for others. */
  readonly target: string | null;
}

/** Unique rules of the system tables, by the names in their migrations. */
const SYSTEM: Readonly<Record<string, NamedConstraint>> = {
  users_email_key: { kind: "unique", entity: "_user", fields: ["email"], target: null },
  images_filename_key: { kind: "unique", entity: "_image", fields: ["filename"], target: null },
  videos_filename_key: { kind: "unique", entity: "_video", fields: ["filename"], target: null },
  files_filename_key: { kind: "unique", entity: "_file", fields: ["filename"], target: null },
  images_hash_key: { kind: "unique", entity: "_image", fields: [], target: null },
  videos_hash_key: { kind: "unique", entity: "_video", fields: [], target: null },
  files_hash_key: { kind: "unique", entity: "_file", fields: [], target: null },
};

const known = new WeakMap<Schema, ReadonlyMap<string, NamedConstraint>>();

function constraintsOf(schema: Schema): ReadonlyMap<string, NamedConstraint> {
  const byTable = new Map([...schema.entities.values()].map(({ name, table }) => [tableKey(table), name]));
  const own = designTables(schema).flatMap(({ entity, indexes, foreignKeys }) => [
    ...indexes.flatMap(({ name, kind, field, fields }): [string, NamedConstraint][] => {
      if (kind !== "unique" && kind !== "single") return [];
      return [[name, { kind, entity: entity.name, fields: fields ?? (field ? [field] : []), target: null }]];
    }),
    ...foreignKeys.map(({ name, field, target }): [string, NamedConstraint] => {
      const to = byTable.get(tableKey(target)) ?? null;
      return [name, { kind: "reference", entity: entity.name, fields: [field], target: to }];
    }),
  ]);
  const nested = [...schema.entities.values()].flatMap((entity) =>
    (referenceTableOf(schema, entity)?.columns ?? []).map(({ constraint, references, target }): [string, NamedConstraint] => {
      const fields = references.map(({ path }) => path);
      return [constraint, { kind: "reference", entity: entity.name, fields, target: target.name }];
    }),
  );
  return new Map([...Object.entries(SYSTEM), ...own, ...nested]);
}

/** What a constraint of that name enforces, or null for one that no entity is related to. */
export function constraintOf(schema: Schema, constraintName: string): NamedConstraint | null {
  const constraints = known.get(schema) ?? constraintsOf(schema);
  known.set(schema, constraints);
  return constraints.get(constraintName) ?? null;
}
