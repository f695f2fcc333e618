import { createScheduleTable, type Database, type DueStep, type ScheduledRecord } from "@colophon/database";
import { acceptedRow, isRowKey, type DraftContentRow, type Engine, type Entity } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { retryDelayMs } from "@colophon/jobs";
import type { Log } from "@colophon/runtime";
import { principalOf } from "../http/authors.ts";
import { ownCall, type Call } from "../http/calls.ts";
import { publish, unpublish } from "../drafts/publish.operations.ts";
import type { Writer } from "../writes/run-write.ts";
import type { Statements } from "../writes/statements.ts";

const MAX_FAILURES = 10;
/** A conflict may be temporary, such as one with a draft that is saved at the same moment. */
const MAX_CONFLICTS = 3;
/** Records per query. */
export const MAX_DUE = 100;
const BACKOFF = { firstMs: 1_000, longestMs: 60_000 };

export interface ScheduleRunnerDependencies {
  readonly engine: Engine;
  readonly database: Database;
  readonly statements: Statements;
  readonly writer: Pick<Writer, "runWrite" | "poolOf">;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  readonly newId: () => string;
}

interface Failure {
  readonly count: number;
  readonly until: number;
}

export type ScheduleRunner = ReturnType<typeof createScheduleRunner>;

/**
 * Runs due steps. A step and its mark in cms.schedules are one transaction that locks the schedule's row, so that each step runs once,
 * whatever number of processes try, and none is lost if a process dies.
 */
export function createScheduleRunner({ engine, database, statements, writer, log, newId }: ScheduleRunnerDependencies) {
  const { schema } = engine;
  const versioned = [...schema.entities.values()].filter(({ versions }) => versions).map(({ name }) => name);
  const table = createScheduleTable(database);
  const failures = new Map<string, Failure>();
  const keyOf = ({ entity, recordId }: ScheduledRecord) => `${entity} ${recordId}`;

  /** The author of the schedule with the current role; the system if there is no author. @throws UNAUTHORIZED if the author no longer exists */
  function callFor(author: DueStep): Call {
    const principal = principalOf(schema, author);
    if (principal === null) throw new AppError("UNAUTHORIZED", "The author of this schedule was deleted, or the key is no longer valid");
    const user = principal.kind === "user" ? { id: principal.userId, email: author.email ?? "", role: principal.role } : null;
    return ownCall({ engine, principal, user, requestId: newId() });
  }

  /** A step that changes nothing is skipped: no version, no hooks. */
  async function act(call: Call, entity: Entity, { recordId }: ScheduledRecord, toLive: boolean): Promise<void> {
    const id = isRowKey(entity, recordId) ? recordId : null;
    const [found] = await statements.read<DraftContentRow>(call, call.engine.draftContent(entity.name, id));
    if (!found) return;
    const { isLive, draftId } = acceptedRow(found);
    const input = { entity: entity.name, id };
    if (toLive && (!isLive || draftId !== null)) await writer.runWrite(publish, call, input);
    if (!toLive && isLive) await writer.runWrite(unpublish, call, input);
  }

  /** Runs the first due step. @returns the step, or null if there is none left or another process works on it. */
  async function step(entity: Entity, due: ScheduledRecord): Promise<DueStep | null> {
    const work = async () => {
      const found = await table.take(due);
      if (!found) return null;
      await act(callFor(found), entity, due, found.publish);
      await table.done(due, found);
      return found;
    };
    const call = ownCall({ engine, requestId: newId() });
    return database.transaction(work, { ...writer.poolOf(publish, call, due), ...writer.poolOf(unpublish, call, due) });
  }

  /** A refusal is final; any other failure may be temporary, and is retried at growing intervals. */
  async function failed(due: ScheduledRecord, error: unknown): Promise<void> {
    const key = keyOf(due);
    const count = (failures.get(key)?.count ?? 0) + 1;
    const code = error instanceof AppError ? error.code : "INTERNAL_ERROR";
    const isRefused = error instanceof AppError && error.status < 500 && (code !== "CONFLICT" || count >= MAX_CONFLICTS);
    const isFinal = isRefused || (code !== "SERVICE_UNAVAILABLE" && count >= MAX_FAILURES);
    const fields = { ...due, err: error, attempts: count };
    if (!isFinal) {
      failures.set(key, { count, until: Date.now() + retryDelayMs(BACKOFF, count, Math.random()) });
      return log.warn(fields, "a scheduled step failed and will be retried");
    }
    failures.delete(key);
    log.error(fields, "a scheduled step failed permanently; its schedule is marked as failed");
    await table.fail(due, code);
  }

  return {
    /** Up to MAX_DUE records with steps that are due for at least `graceMs`, without those that wait after a failure. */
    async due(graceMs: number): Promise<readonly ScheduledRecord[]> {
      const waiting = [...failures].filter(([, { until }]) => until > Date.now()).map(([key]) => key);
      return table.due(versioned, graceMs, { without: waiting, limit: MAX_DUE });
    },

    /** Runs all due steps of a record. Safe to call twice, late, concurrently, or without any due step. */
    async carryOut(due: ScheduledRecord): Promise<void> {
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
