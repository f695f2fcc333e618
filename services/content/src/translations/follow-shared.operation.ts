import { updateRecord, type SaveInput } from "../records/record.operations.ts";
import type { WriteOperation } from "../writes/operation.ts";
import type { WriteData } from "@colophon/engine";

/** The shared fields of a translation, as another one has them. */
export type FollowInput = SaveInput;

/** A translation takes over what another one shares: who wrote that was asked for the fields, and is asked for this record. */
export const followShared: WriteOperation<FollowInput, WriteData> = {
  ...updateRecord,
  prepare: (write, { parse }) => parse(write, { body: write.input.body, first: false, trusted: true }),
};
