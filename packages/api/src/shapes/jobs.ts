import { JOB_RUN_STATES } from "@colophon/model";
import { z } from "zod";
import { component, noted, id, text, time, timeOrNull } from "./registry.ts";

export const jobRun = component(
  "JobRun",
  z.object({
    id,
    dueAt: noted(time, { description: "The time at which the job was due." }),
    startedAt: time,
    endedAt: noted(timeOrNull, { description: "Null while it runs." }),
    durationMs: z.int().nullable(),
    state: noted(z.enum(JOB_RUN_STATES), {
      description: "`timeout`: it took longer than `timeoutSeconds`. `interrupted`: its process ended.",
    }),
    error: noted(text.nullable(), { description: "The message of its error, at most 1,000 characters." }),
  }),
);
export type JobRun = Readonly<z.output<typeof jobRun>>;

export const job = component(
  "Job",
  z.object({
    name: text,
    every: noted(text.nullable(), { description: "Null if it has `cron`." }),
    cron: noted(text.nullable(), { description: "In UTC. Null if it has `every`." }),
    timeoutSeconds: z.int(),
    nextAt: noted(timeOrNull, { description: "Null until the service has planned it." }),
    running: z.boolean(),
    failures: noted(z.int(), { description: "In a row, without a success since." }),
    runs: noted(z.array(jobRun), { description: "The last 20, the newest first." }),
    failed: noted(z.array(jobRun), { description: "The last 20 that failed, took too long or were interrupted, the newest first." }),
  }),
);
export type Job = Readonly<z.output<typeof job>>;
