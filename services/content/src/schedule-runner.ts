import type { Database } from "@colophon/database";
import { planDraftContent, type DraftContentRow, type Entity, type Schema } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import type { Log } from "@colophon/runtime";
import type { Call } from "./calls.ts";
import type { Publishing } from "./publishing.service.ts";
import type { Units } from "./units.ts";
import type { WriteFrame } from "./write-frame.ts";
import type { WriteRunner } from "./write-runner.ts";

/** Plans are the product's own work: whoever made one was asked for the permission then. */
const nobody = (requestId: string): Call => ({
  actor: { kind: "system" },
  user: null,
  role: "system",
  requestId,
  runsHooks: true,
  askedAtMs: performance.now(),
});
const MAX_FAILURES = 10;
/** Records that are looked for at once. */
export const MAX_DUE = 100;
const LONGEST_PAUSE_MS = 60_000;

/** A record whose plan is due. */
export interface Due {
  readonly entity: string;
  readonly recordId: string;
}

export interface ScheduleRunnerDependencies {
  readonly schema: Schema;
  readonly database: Database;
  readonly units: Units;
  readonly runner: WriteRunner;
  readonly frame: WriteFrame;
  readonly publishing: Publishing;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  readonly newId: () => string;
}

interface Step extends Record<string, unknown> {
  readonly publish: boolean;
}

interface Failure {
  readonly count: number;
  readonly until: number;
}

export type ScheduleRunner = ReturnType<typeof createScheduleRunner>;

/**
 * Carries out what is due. A step and its mark in cms.schedules are one transaction that holds the plan's row, so that
 * each is done once, however many processes come for it, and none is lost with one of them.
 */
export function createScheduleRunner({ schema, database, units, runner, frame, publishing, log, newId }: ScheduleRunnerDependencies) {
  const versioned = [...schema.entities.values()].filter(({ versions }) => versions).map(({ name }) => name);
  const failures = new Map<string, Failure>();
  const keyOf = ({ entity, recordId }: Due) => `${entity} ${recordId}`;

  /** Nothing to do is no step: no version, no hooks. */
  async function act(call: Call, entity: Entity, { recordId }: Due, publish: boolean): Promise<void> {
    const id = entity.kind === "global" ? null : recordId;
    const [found] = await runner.read<DraftContentRow>(call, planDraftContent(schema, call.actor, entity.name, id));
    if (publish && found && (!found.isLive || found.draftId !== null)) await publishing.publish(call, entity.name, id, {});
    if (!publish && found?.isLive) await publishing.unpublish(call, entity.name, id, {});
  }

  /** Does the first step that is due. @returns which it was, or null when there is none left or another process is at it. */
  async function step(entity: Entity, due: Due): Promise<Step | null> {
    const call = nobody(newId());
    const work = async () => {
      const found = await database.one<Step>(TAKE, [due.entity, due.recordId]);
      if (!found) return null;
      await act(call, entity, due, found.publish);
      if (found.publish) await database.run(PUBLISHED, [due.entity, due.recordId]);
      await database.run(TIDY, [due.entity, due.recordId, !found.publish]);
      return found;
    };
    return units.run(work, { ...frame.unitFor(call, due.entity, "publish"), ...frame.unitFor(call, due.entity, "unpublish") });
  }

  /** A refusal stays one; anything else may pass, and is tried again at growing intervals. */
  async function failed(due: Due, error: unknown): Promise<void> {
    const key = keyOf(due);
    const count = (failures.get(key)?.count ?? 0) + 1;
    const isRefused = error instanceof AppError && error.status < 500 && error.code !== "CONFLICT"; // somebody may still resolve one
    const isAway = error instanceof AppError && error.code === "SERVICE_UNAVAILABLE";
    const isFinal = isRefused || (!isAway && count >= MAX_FAILURES);
    const fields = { ...due, err: error, attempts: count };
    if (!isFinal) {
      failures.set(key, { count, until: Date.now() + Math.min(LONGEST_PAUSE_MS, 500 * 2 ** count) });
      return log.warn(fields, "a scheduled step failed and will be tried again");
    }
    failures.delete(key);
    log.error(fields, "a scheduled step can't be done; it was dropped");
    await database.run(DROP, [due.entity, due.recordId]);
    await database.run(TIDY, [due.entity, due.recordId, false]);
  }

  return {
    /** Up to MAX_DUE records with steps that are due for at least `graceMs`, without those that wait after a failure. */
    async due(graceMs: number): Promise<readonly Due[]> {
      const waiting = [...failures].filter(([, { until }]) => until > Date.now()).map(([key]) => key);
      return database.run<Due & Record<string, unknown>>(DUE, [versioned, graceMs, waiting]);
    },

    /** Does all that is due for a record. Safe to call twice, late, at once in many processes, or for nothing. */
    async carryOut(due: Due): Promise<void> {
      const entity = schema.entities.get(due.entity);
      if (!entity?.versions || (failures.get(keyOf(due))?.until ?? 0) > Date.now()) return;
      try {
        while (await step(entity, due)) failures.delete(keyOf(due));
      } catch (error) {
        await failed(due, error);
      }
    },
  };
}

const DUE = {
  name: "schedule-due",
  text: `select entity, record_id as "recordId" from cms.schedules
    where (publish_at <= now() - make_interval(secs => $2::float / 1000) or unpublish_at <= now() - make_interval(secs => $2::float / 1000))
    and entity = any($1) and entity || ' ' || record_id <> all($3) order by least(publish_at, unpublish_at) limit ${MAX_DUE}`,
};
const TAKE = {
  name: "schedule-take",
  text: `select coalesce(publish_at <= now(), false) as publish from cms.schedules
    where entity = $1 and record_id = $2 and (publish_at <= now() or unpublish_at <= now()) for update skip locked`,
};
/** Of a step for ever refused; publishing comes first where both are due. */
const DROP = {
  name: "schedule-drop",
  text: `update cms.schedules set publish_at = case when publish_at <= now() then null else publish_at end,
    unpublish_at = case when publish_at <= now() or unpublish_at > now() then unpublish_at end where entity = $1 and record_id = $2`,
};
const PUBLISHED = { name: "schedule-published", text: "update cms.schedules set publish_at = null where entity = $1 and record_id = $2" };
const TIDY = {
  name: "schedule-tidy",
  text: "delete from cms.schedules where entity = $1 and record_id = $2 and publish_at is null and ($3 or unpublish_at is null)",
};
