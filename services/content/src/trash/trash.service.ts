import { isUuid } from "@colophon/model";
import { createTrashTable, newId, type Database, type TrashedRecord } from "@colophon/database";
import { quotedTable, type Engine, type Entity } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Log } from "@colophon/runtime";
import { defineJob } from "@colophon/jobs";
import type { Call } from "../http/calls.ts";
import type { Statements } from "../writes/statements.ts";

const DAY_MS = 86_400_000;

export interface TrashDependencies {
  readonly engine: Engine;
  readonly database: Database;
  readonly statements: Pick<Statements, "row">;
  readonly log: Pick<Log, "warn">;
  readonly now: () => Date;
}

export type Trash = ReturnType<typeof createTrash>;

/** The trash of all entities. */
export function createTrash({ engine, database, statements, log, now }: TrashDependencies) {
  const table = createTrashTable(database);
  const system = engine.as({ kind: "system" });
  const entities = [...engine.schema.entities.values()].filter(({ trash }) => trash);

  const callOf = (): Call => ({
    principal: system.principal,
    engine: system,
    user: null,
    role: "system",
    requestId: newId(),
    address: null,
    runsHooks: false,
    askedAtMs: performance.now(),
  });

  /** Concurrent deletions are safe: the statement checks again whether the record is in the trash, and since when. */
  async function remove({ name, table: of }: Entity, { id }: TrashedRecord, until: Date): Promise<void> {
    try {
      const row = await statements.row(callOf(), name, () => system.remove(name, id, { trashed: true, until, newId }));
      if (!row) await table.forget(name, quotedTable(of), id);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "CONFLICT") throw error;
      log.warn({ entity: name, id }, "a record stays in the trash after its days: a restrict reference prevents its deletion");
    }
  }

  /** @returns whether it reached the end */
  async function emptyOf(entity: Entity, signal: AbortSignal): Promise<boolean> {
    const until = new Date(now().getTime() - (entity.trash ? entity.trash.days : 0) * DAY_MS);
    let last: TrashedRecord | null = null;
    for (;;) {
      const found: readonly TrashedRecord[] = await table.until(entity.name, until, last);
      if (found.length === 0) return true;
      for (const record of found) {
        if (signal.aborted) return false;
        await remove(entity, record, until);
      }
      last = found.at(-1) ?? null;
    }
  }

  return {
    /** Whether a record is in the trash. */
    has: async (entity: string, id: string): Promise<boolean> => isUuid(id) && table.has(entity, id),

    /** Deletes the records that have been in the trash for the configured days. Safe to run concurrently. */
    async empty(signal: AbortSignal): Promise<void> {
      for (const entity of entities) if (!(await emptyOf(entity, signal))) return;
    },
  };
}

const POLL_EVERY_MS = 60_000;

/** Permanently deletes records whose time in the trash has expired. */
export function trashJob({ empty }: Pick<Trash, "empty">) {
  return defineJob({ name: "empty-trash", everyMs: POLL_EVERY_MS, run: empty });
}
