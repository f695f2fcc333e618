import { availableParallelism } from "node:os";
import type { Database } from "@colophon/database";
import { createWorker, type WorkerOptions } from "@colophon/jobs";
import type { Log } from "@colophon/runtime";
import { createDeriveImage, type DeriveDependencies } from "./derive-image.ts";
import { deriveJob, measureJob, prepareJob, removeJob } from "./jobs.ts";
import { createMeasureMedia, type MeasureDependencies } from "./measure-media.ts";
import { createPrepareImage, type PrepareDependencies } from "./prepare-image.ts";
import { createRemoveAsset } from "./remove-asset.ts";

export interface WorkersDependencies extends DeriveDependencies, PrepareDependencies, MeasureDependencies {
  readonly db: Pick<Database, "run" | "one">;
  readonly redisUrl: string;
  readonly log: Log;
  readonly onTry?: WorkerOptions<unknown>["onTry"];
  /** Derivatives made at once; one for each processor when left out. */
  readonly concurrency?: number;
}

const WAITING_JOBS = 5;
/** Each is a process of its own. */
const MEASURED_AT_ONCE = 2;

/** Starts the four kinds of work of this service. */
export function startWorkers(dependencies: WorkersDependencies) {
  const { db, redisUrl, log, onTry, concurrency = availableParallelism() } = dependencies;
  const shared = { database: db, redisUrl, log, onTry };
  const workers = [
    createWorker({ ...shared, job: deriveJob, handler: createDeriveImage(dependencies), concurrency }),
    createWorker({ ...shared, job: prepareJob, handler: createPrepareImage(dependencies), concurrency: WAITING_JOBS }),
    createWorker({ ...shared, job: measureJob, handler: createMeasureMedia(dependencies), concurrency: MEASURED_AT_ONCE }),
    createWorker({ ...shared, job: removeJob, handler: createRemoveAsset(dependencies), concurrency: WAITING_JOBS }),
  ];
  return {
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
