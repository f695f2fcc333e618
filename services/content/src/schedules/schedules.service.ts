import { createScheduleTable, type Database, type Schedule, type StoredSchedule } from "@colophon/database";
import { acceptedRow, type DraftTargetRow, type CursorPageRow, type ScheduleAuthorRow, type SchedulePosition } from "@colophon/engine";
import { enqueue } from "@colophon/jobs";
import { dataBody } from "../http/answers.ts";
import { authorOf } from "../http/authors.ts";
import type { Call } from "../http/calls.ts";
import { publish, unpublish } from "../drafts/publish.operations.ts";
import type { Writer } from "../writes/run-write.ts";
import type { Statements } from "../writes/statements.ts";
import { SCHEDULE_JOB } from "./schedule.jobs.ts";
import type { Cursors } from "../reads/cursors.ts";
import { cursorPage } from "../reads/cursor-page.ts";

export interface SchedulesDependencies {
  readonly database: Database;
  readonly statements: Statements;
  readonly writer: Pick<Writer, "check">;
}

export type Schedules = ReturnType<typeof createSchedules>;

const NONE: StoredSchedule = { publishAt: null, unpublishAt: null, author: null, failed: null };

/** The schedules for publishing or unpublishing records. PostgreSQL stores them; a job and a sweep run them. */
export function createSchedules({ database, statements, writer }: SchedulesDependencies) {
  const table = createScheduleTable(database);

  /** The record's id. @throws NOT_FOUND, FORBIDDEN */
  async function recordOf(call: Call, name: string, id: string | null): Promise<string> {
    const [row] = await statements.read<DraftTargetRow>(call, call.engine.draftTarget(name, id));
    return acceptedRow(row).id;
  }

  const answer = async (call: Call, id: string, schedule: StoredSchedule | null) => {
    const { author, ...rest } = schedule ?? NONE;
    const [shown] = author ? await statements.read<ScheduleAuthorRow>(call, call.engine.scheduleAuthor(author)) : [];
    return dataBody(JSON.stringify({ id, ...rest, by: shown?.by ?? null }));
  };

  return {
    /** The record's schedule as a body. */
    async one(call: Call, name: string, id: string | null): Promise<string> {
      const recordId = await recordOf(call, name, id);
      return answer(call, recordId, await table.find({ entity: name, recordId }));
    },

    /** Sets a schedule, replacing an earlier one. @throws the errors of publishing or unpublishing the record now */
    async set(call: Call, name: string, id: string | null, schedule: Schedule): Promise<string> {
      return database.transaction(async () => {
        const recordId = await recordOf(call, name, id);
        if (schedule.publishAt !== null) await writer.check(publish, call, { entity: name, id });
        if (schedule.unpublishAt !== null) await writer.check(unpublish, call, { entity: name, id });
        const author = authorOf(call.principal);
        await table.put({ entity: name, recordId }, schedule, author);
        for (const at of [schedule.publishAt, schedule.unpublishAt]) {
          if (at !== null) await enqueue(database, SCHEDULE_JOB, { entity: name, recordId }, { runAt: new Date(at) });
        }
        return answer(call, recordId, { ...NONE, ...schedule, author });
      });
    },

    /** Deletes the schedule, if there is one. */
    async cancel(call: Call, name: string, id: string | null): Promise<string> {
      const recordId = await recordOf(call, name, id);
      await table.remove({ entity: name, recordId });
      return answer(call, recordId, null);
    },

    /** Removes schedules that failed long ago. */
    sweep: (): Promise<void> => table.sweep(),
  };
}

interface ScheduleListDependencies {
  readonly statements: Pick<Statements, "read">;
  readonly cursors: Cursors;
}

export type ScheduleList = ReturnType<typeof createScheduleList>;

/** The schedules of all records whose drafts a caller may read. */
export function createScheduleList({ statements, cursors }: ScheduleListDependencies) {
  return {
    /** One page of them, by time. @throws VALIDATION_ERROR */
    async list(call: Call, search: string): Promise<string> {
      const { input, bodyOf } = cursorPage<SchedulePosition>(cursors, "schedules", search);
      const [row] = await statements.read<CursorPageRow>(call, call.engine.schedules(input));
      if (!row) throw new Error("the list of schedules gave no page");
      return bodyOf(row);
    },
  };
}
