import type { Database } from "@colophon/database";
import { acceptedRow, planDraftTarget, requireOperation, type DraftTargetRow, type Schema } from "@colophon/engine";
import { invalid } from "@colophon/errors";
import { enqueue } from "@colophon/jobs";
import { z } from "zod";
import { dataBody } from "./answers.ts";
import type { Call } from "./calls.ts";
import type { Data } from "./hooks.ts";
import { SCHEDULE_JOB } from "./schedule.job.ts";
import type { Units } from "./units.ts";
import { versionedOf } from "./versioned.ts";
import type { WriteRunner } from "./write-runner.ts";

/** When a record is to be published and unpublished, in ISO 8601. */
export interface Plan {
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
}

export interface SchedulesDependencies {
  readonly schema: Schema;
  readonly database: Database;
  readonly units: Units;
  readonly runner: WriteRunner;
}

export type Schedules = ReturnType<typeof createSchedules>;

/** The plans to publish or unpublish records later. PostgreSQL keeps them; a job and a sweep carry them out. */
export function createSchedules({ schema, database, units, runner }: SchedulesDependencies) {
  /** The record's id. @throws NOT_FOUND, FORBIDDEN */
  async function recordOf(call: Call, name: string, id: string | null): Promise<string> {
    versionedOf(schema, name);
    requireOperation(schema, call.actor, name, "update");
    const [row] = await runner.read<DraftTargetRow>(call, planDraftTarget(schema, call.actor, name, id));
    acceptedRow(row && { ...row, details: null, version: null, data: null });
    return row?.id ?? "";
  }

  const answer = (id: string, plan: Plan | null) =>
    dataBody(JSON.stringify({ id, publishAt: plan?.publishAt ?? null, unpublishAt: plan?.unpublishAt ?? null }));

  return {
    /** The record's plan as a body. */
    async one(call: Call, name: string, id: string | null): Promise<string> {
      const recordId = await recordOf(call, name, id);
      return answer(recordId, await database.one<Plan & Record<string, unknown>>(FIND, [name, recordId]));
    },

    /** Puts a plan in place of the one before. */
    async set(call: Call, name: string, id: string | null, plan: Plan): Promise<string> {
      return units.run(async () => {
        const recordId = await recordOf(call, name, id);
        await database.run(PUT, [name, recordId, plan.publishAt, plan.unpublishAt]);
        for (const at of [plan.publishAt, plan.unpublishAt]) {
          if (at !== null) await enqueue(database, SCHEDULE_JOB, { entity: name, recordId }, { runAt: new Date(at) });
        }
        return answer(recordId, plan);
      });
    },

    /** Drops the plan, if there is one. */
    async cancel(call: Call, name: string, id: string | null): Promise<string> {
      const recordId = await recordOf(call, name, id);
      await database.run(CANCEL, [name, recordId]);
      return answer(recordId, null);
    },
  };
}

const moment = z.iso.datetime({ offset: true, error: "must be a time like 2030-01-31T12:00:00Z" }).nullable().default(null);
const BODY = z.object({ publishAt: moment, unpublishAt: moment });

/** The plan in a body. @throws VALIDATION_ERROR with every field that is wrong */
export function planIn(body: Data): Plan {
  const unknown = Object.keys(body).filter((key) => !(key in BODY.shape) && !key.startsWith("_"));
  const details = unknown.map((field) => ({ field, message: "is not a known field" }));
  const parsed = BODY.safeParse(body);
  for (const { path, message } of parsed.error?.issues ?? []) details.push({ field: path.join("."), message });
  const plan = parsed.data ?? { publishAt: null, unpublishAt: null };
  const [publishAt, unpublishAt] = [isoOf(plan.publishAt), isoOf(plan.unpublishAt)];
  const isBackwards = publishAt !== null && unpublishAt !== null && publishAt >= unpublishAt;
  if (isBackwards) details.push({ field: "unpublishAt", message: "must be later than publishAt" });
  const isEmpty = parsed.success && publishAt === null && unpublishAt === null;
  if (isEmpty) details.push({ field: "publishAt", message: "is required, or unpublishAt" });
  if (details.length > 0) throw invalid(details, "Some fields are not valid");
  return { publishAt, unpublishAt };
}

const isoOf = (text: string | null) => (text === null ? null : new Date(text).toISOString());

const isoText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const FIND = {
  name: "schedule-find",
  text: `select ${isoText("publish_at")} as "publishAt", ${isoText("unpublish_at")} as "unpublishAt" from cms.schedules where entity = $1 and record_id = $2`,
};
const PUT = {
  name: "schedule-put",
  text: `insert into cms.schedules (entity, record_id, publish_at, unpublish_at) values ($1, $2, $3, $4)
    on conflict (entity, record_id) do update set publish_at = excluded.publish_at, unpublish_at = excluded.unpublish_at, created_at = now()`,
};
const CANCEL = { name: "schedule-cancel", text: "delete from cms.schedules where entity = $1 and record_id = $2" };
