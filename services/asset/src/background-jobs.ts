import { availableParallelism } from "node:os";
import type { PeriodicJob, RunnableJob } from "@colophon/jobs";
import type { Log } from "@colophon/runtime";
import { createDropDerivative, createRemoveAsset } from "./assets/removal.ts";
import { sweepJob } from "./assets/sweep.ts";
import { createDeriveImage, type DeriveDependencies } from "./derivatives/derive-image.ts";
import { createPrepareImage, type PrepareDependencies } from "./derivatives/prepare-image.ts";
import { deriveJob, dropJob, measureJob, prepareJob, removeJob } from "./jobs.ts";
import { createMeasureMedia, type MeasureDependencies } from "./media/measure-media.ts";

export interface BackgroundDependencies extends DeriveDependencies, PrepareDependencies, MeasureDependencies {
  readonly log: Log;
  /** Concurrently made derivatives; by default one per processor, and one more that is looked up or stored meanwhile. */
  readonly concurrency?: number;
}

const WAITING_JOBS = 5;
/** Each runs in a separate process. */
const MEASURED_AT_ONCE = 2;

/** All the background work of this service. */
export function backgroundJobs(dependencies: BackgroundDependencies): readonly (RunnableJob<unknown> | PeriodicJob)[] {
  const { concurrency = availableParallelism() + 1 } = dependencies;
  return [
    { ...deriveJob, run: createDeriveImage(dependencies), concurrency },
    { ...prepareJob, run: createPrepareImage(dependencies), concurrency: WAITING_JOBS },
    { ...measureJob, run: createMeasureMedia(dependencies), concurrency: MEASURED_AT_ONCE },
    { ...removeJob, run: createRemoveAsset(dependencies), concurrency: WAITING_JOBS },
    { ...dropJob, run: createDropDerivative(dependencies), concurrency: WAITING_JOBS },
    sweepJob(dependencies),
  ];
}
