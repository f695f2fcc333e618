import type { Asset } from "@colophon/database";
import { AppError } from "@colophon/model/errors";
import { createCounter, type Log } from "@colophon/runtime";
import type { Registry } from "prom-client";

const MISSING = { name: "missing_files_total", help: "Requests for files that the storage has lost, by their entity.", label: "entity" };

/** Reports that the storage doesn't have the file of a record. @returns the error for its caller */
export type ReportMissing = (asset: Pick<Asset, "entity" | "id" | "storageKey">) => AppError;

/** Logs each request for a lost file, and counts it if there is a registry. */
export function createReportMissing({ log, registry }: { readonly log: Log; readonly registry?: Registry }): ReportMissing {
  const count = registry && createCounter(registry, MISSING);
  return ({ entity, id, storageKey }) => {
    log.error({ entity, id, key: storageKey }, "the file of this record is missing in the storage: upload it again, or restore it");
    count?.(entity);
    return new AppError("NOT_FOUND", "The file is missing");
  };
}
