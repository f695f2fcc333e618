import type { BulkAction } from "@colophon/api";
import type { Data } from "../hooks/hooks.ts";
import { restoreTrashed } from "../trash/trash.operations.ts";
import { publish, unpublish } from "../versions/publish.operations.ts";
import type { WriteOperation } from "../writes/operation.ts";
import { assignRecord } from "./assign.operation.ts";
import { deleteRecord, updateRecord } from "./record.operations.ts";

/** The members of a bulk request in addition to the ids. */
export interface BulkParts {
  readonly data?: Data | undefined;
  readonly force?: boolean | undefined;
  readonly draft?: boolean | undefined;
  readonly userId?: string | undefined;
}

interface BulkOperation {
  /** The operation for each record. */
  readonly operation: WriteOperation;
  /** The input of the operation, from the request, in addition to the id. */
  readonly partsOf?: (parts: BulkParts) => object;
}

export const bulkOperations: Readonly<Record<BulkAction, BulkOperation>> = {
  update: { operation: updateRecord, partsOf: ({ data = {}, draft = false }) => ({ body: data, draft }) },
  publish: { operation: publish, partsOf: ({ force = false }) => ({ force }) },
  unpublish: { operation: unpublish },
  delete: { operation: deleteRecord },
  assign: { operation: assignRecord, partsOf: ({ userId }) => ({ userId }) },
  restore: { operation: restoreTrashed },
};
