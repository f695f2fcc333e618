import { newId } from "@colophon/database";
import { entityOf, trashEntity, type Schema } from "@colophon/engine";
import { invalid } from "@colophon/model/errors";
import type { WriteOperation } from "../writes/operation.ts";

/** Restores a record from the trash. No hooks run. */
export const restoreTrashed: WriteOperation = {
  kind: "update",
  permission: ["delete"],
  before: [],
  after: null,
  rejoins: true,
  entityOf: trashEntity,
  prepare: async () => undefined,
  plan: ({ call, entity, id, expected }) => call.engine.restoreTrashed(entity.name, id ?? "", expected),
};

/** Permanently deletes a record in the trash. */
export const deleteTrashed: WriteOperation = {
  kind: "delete",
  permission: ["delete"],
  before: [],
  after: null,
  entityOf: trashEntity,
  prepare: async () => undefined,
  plan: ({ call, entity, id, expected }) => call.engine.remove(entity.name, id ?? "", { ...expected, trashed: true, newId }),
  removesRecord: () => true,
};

/** @throws VALIDATION_ERROR if a permanent deletion is requested for an entity without a trash, whose deletions are all permanent */
export function requireTrash(schema: Schema, name: string, permanent: boolean): void {
  const isWrong = permanent && !entityOf(schema, name).trash;
  if (isWrong) throw invalid([{ field: "permanent", message: `${name} has no trash` }]);
}
