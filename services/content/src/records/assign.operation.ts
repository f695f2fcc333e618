import type { WriteOperation } from "../writes/operation.ts";
import type { WriteInput } from "../writes/write.ts";
import { collectionOf } from "../writes/record.operations.ts";

export interface AssignInput extends WriteInput {
  /** The new owner of the record. */
  readonly userId: string;
}

/** Assigns a record to a user. The content doesn't change, so no hooks run. */
export const assignRecord: WriteOperation<AssignInput> = {
  kind: "update",
  permission: ["update"],
  before: [],
  after: null,
  entityOf: collectionOf,
  prepare: async () => undefined,
  plan: ({ call, entity, id, input }) => call.engine.assign(entity.name, id ?? "", input.userId),
};
