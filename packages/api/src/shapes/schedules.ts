import { z } from "zod";
import { component, noted, id, text, time, timeOrNull } from "./registry.ts";

const moment = z.iso
  .datetime({ offset: true, error: "must be a time like 2030-01-31T12:00:00Z" })
  .transform((text) => new Date(text).toISOString())
  .nullable()
  .default(null);

const moments = z
  .object({ publishAt: moment, unpublishAt: moment })
  .refine(({ publishAt, unpublishAt }) => publishAt === null || unpublishAt === null || publishAt < unpublishAt, {
    path: ["unpublishAt"],
    error: "must be later than publishAt",
  })
  .refine(({ publishAt, unpublishAt }) => publishAt !== null || unpublishAt !== null, {
    path: ["publishAt"],
    error: "is required, or unpublishAt",
  });

/** The times for publishing and unpublishing a record. Keys that begin with `_` are accepted and ignored. */
export const scheduleRequest = component("Plan", moments, {
  description: "At least one of the two. `unpublishAt` must be later than `publishAt`.",
  additionalProperties: false,
});

const times = { publishAt: timeOrNull, unpublishAt: timeOrNull };
const failed = noted(z.object({ at: time, code: text }).nullable(), {
  description: "The reason why the schedule failed. Failed schedules are kept for 30 days.",
});

/** The schedule of a record. */
export const schedule = component(
  "Schedule",
  z.object({
    id,
    ...times,
    by: noted(text.nullable(), { description: "The user or API key that the schedule runs as." }),
    failed,
  }),
);

/** The same in the list of all schedules. */
export const plannedSchedule = component(
  "PlannedSchedule",
  z.object({
    entity: text,
    id,
    title: noted(text.nullable(), { description: "The title from the entity's summary. Null if there is none or if you may not read it." }),
    ...times,
    by: noted(text.nullable(), {
      description: "The user or API key that the schedule runs as. Null if you may not read the user; only admins see API keys.",
    }),
    failed,
  }),
);
