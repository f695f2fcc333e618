import { entityOf, type WriteData } from "@colophon/engine";
import { updateRecord, type SaveInput } from "../records/record.operations.ts";
import type { WriteOperation } from "../writes/operation.ts";

/** A translation takes over what another one shares: who wrote that was asked for the fields, and is asked for this record. */
export const followShared: WriteOperation<SaveInput, WriteData> = {
  ...updateRecord,
  entityOf,
  prepare: (write, { parse }) => parse(write, { body: write.input.body, first: false, trusted: true }),
};
