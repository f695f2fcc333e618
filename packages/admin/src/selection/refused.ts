import type { ErrorDetail } from "@colophon/client";
import type { AnyRecord } from "../api/client.ts";

/** The records that were refused, with the reason; error details name them as `ids[3]` or `ids[3].title`. */
export function refusedOf(records: readonly AnyRecord[], details: readonly ErrorDetail[]) {
  return details.flatMap(({ field, message }) => {
    const record = records[Number(/^ids\[(\d+)\]/.exec(field)?.[1] ?? Number.NaN)];
    return record ? [{ record, message }] : [];
  });
}
