import { Counter, type Registry } from "prom-client";
import type { JobRunnerDependencies } from "./job-runner.ts";

/** Counts the runs of the project's jobs. The label is not `job`: Prometheus has one of that name for what it scrapes. */
export function countJobRuns(registry: Registry): JobRunnerDependencies["onRun"] {
  const runs = new Counter({
    name: "project_job_runs_total",
    help: "Runs of the project's jobs by name and outcome: done, failed, timeout, interrupted.",
    labelNames: ["name", "outcome"],
    registers: [registry],
  });
  return (name, outcome) => runs.inc({ name, outcome });
}
