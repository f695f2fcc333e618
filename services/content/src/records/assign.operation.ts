import type { WriteOperation } from "../writes/operation.ts";
import type { WriteInput } from "../writes/write.ts";
import { collectionOf } from "./record.operations.ts";

export interface AssignInput extends WriteInput {
  /** Whose the record is from now on. */
  readonly userId: string;
}

/** Hands a record over to a user. What it holds stays as it is, so that no hook stands beside it. */
export const assignRecord: WriteOperation<AssignInput> = {
  kind: "update",
  permission: ["update"],
  before: [],
  after: null,
  entityOf: collectionOf,
  prepare: async () => undefined,
  plan: ({ call, entity, id, input }) => call.engine.assign(entity.name, id ?? "", input.userId),
};
