import type { BulkAction } from "@colophon/api";
import type { Data } from "../hooks/hooks.ts";
import { restoreTrashed } from "../trash/trash.operations.ts";
import { publish, unpublish } from "../drafts/publish.operations.ts";
import type { WriteOperation } from "../writes/operation.ts";
import { createRecord, deleteRecord, updateRecord, collectionOf } from "../writes/record.operations.ts";
import type { WriteInput } from "../writes/write.ts";

interface AssignInput extends WriteInput {
  /** The new owner of the record. */
  readonly userId: string;
}

/** Assigns a record to a user. The content doesn't change, so no hooks run. */
const assignRecord: WriteOperation<AssignInput> = {
  kind: "update",
  permission: ["update"],
  before: [],
  after: null,
  entityOf: collectionOf,
  prepare: async () => undefined,
  plan: ({ call, entity, id, input }) => call.engine.assign(entity.name, id ?? "", input.userId),
};

/** A checked bulk request. */
export interface BulkInput {
  readonly action: BulkAction;
  /** Each once, in lower case; none to create records. */
  readonly ids?: readonly string[] | undefined;
  /** The change of each record; or the new records, one by one. */
  readonly data?: Data | readonly Data[] | undefined;
  readonly force?: boolean | undefined;
  readonly draft?: boolean | undefined;
  readonly userId?: string | undefined;
}

interface BulkOperation {
  /** The operation for each record. */
  readonly operation: WriteOperation;
  /** The input of the operation, from the request, in addition to the id. */
  readonly partsOf?: (input: BulkInput) => object;
}

export const bulkOperations: Readonly<Record<BulkAction, BulkOperation>> = {
  create: { operation: createRecord },
  update: { operation: updateRecord, partsOf: ({ data = {}, draft = false }) => ({ body: data, draft }) },
  publish: { operation: publish, partsOf: ({ force = false }) => ({ force }) },
  unpublish: { operation: unpublish },
  delete: { operation: deleteRecord },
  assign: { operation: assignRecord, partsOf: ({ userId }) => ({ userId }) },
  restore: { operation: restoreTrashed },
};

/** The operation's input for one record, and the place of the record in the request. */
export interface BulkPart {
  readonly index: number;
  readonly input: object;
}

/** One part for each record, in the order in which rows are locked: two requests for the same records never wait for each other in a circle. */
export function partsOf(input: BulkInput): readonly BulkPart[] {
  const { action, ids = [], data, draft = false } = input;
  if (action === "create") return [data ?? []].flat().map((body, index) => ({ index, input: { body, draft } }));
  const shared = bulkOperations[action].partsOf?.(input);
  const parts = ids.map((id, index) => ({ id, index, input: { ...shared, id } }));
  return parts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
