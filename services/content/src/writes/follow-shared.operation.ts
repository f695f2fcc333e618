import { entityOf, type WriteData } from "@colophon/engine";
import { updateRecord, type SaveInput } from "./record.operations.ts";
import type { WriteOperation } from "./operation.ts";

/** A translation gets the shared values of another one: the writer's permission is checked for the fields, and for this record. */
export const followShared: WriteOperation<SaveInput, WriteData> = {
  ...updateRecord,
  entityOf,
  prepare(write, { parse }) {
    const { body } = write.input;
    return parse(write, { body, first: false, trusted: true, stored: Object.keys(body) });
  },
};
