/** The default values of a new record. */
import { parseValue } from "@colophon/model";
import type { Entity } from "../types.ts";
import { startPass } from "./pass.ts";

/**
 * The defaults of an entity's fields by column, as a create would store them; always the same, keys of blocks too. Defaults that name
 * records are left out: those may be deleted.
 */
export function defaultValues({ fields }: Entity): Readonly<Record<string, unknown>> {
  let keys = 0;
  const pass = startPass({ draft: true, makeKey: () => `default-${++keys}` });
  const values = fields.flatMap(({ name, storage, target, definition }) => {
    if (storage.kind !== "column" || target !== null || (definition.default ?? null) === null) return [];
    return [[storage.column, parseValue(pass, definition, definition.default, { path: name, nested: false })] as const];
  });
  return Object.fromEntries(values);
}
