import { lockRecord, type Database } from "@colophon/database";
import { acceptedRow, type ActorEngine, type DraftTargetRow, type Entity } from "@colophon/engine";
import type { Data } from "../hooks/hooks.ts";
import { actingAs, type Call } from "../http/calls.ts";
import type { Reads } from "../reads/reads.service.ts";
import type { WriteOperation } from "./operation.ts";
import { readNewest } from "./read-newest.ts";
import type { Statements } from "./statements.ts";
import type { Write, WriteInput } from "./write.ts";

/** A stored record for before-hooks. */
export interface Stored {
  readonly existing: Data;
  readonly record: Data;
  readonly locale: string | null;
}

export interface TargetDependencies {
  readonly system: ActorEngine;
  readonly database: Database;
  readonly reads: Reads;
  readonly statements: Statements;
}

export type Targets = ReturnType<typeof createTargets>;

/** The records of writes with hooks. */
export function createTargets({ system, database, reads, statements }: TargetDependencies) {
  /** The whole record, unchanged by hooks. */
  const read = (call: Call, entity: Entity, id: string | null, draft: boolean): Promise<Data | null> =>
    readNewest(reads, { ...actingAs(call, system), runsHooks: false }, entity, { id, draft });

  /** @returns whether the record exists; false for a global that was never saved. @throws the write's error */
  async function requireTarget<Input extends WriteInput>(operation: WriteOperation<Input>, write: Write<Input>): Promise<boolean> {
    const { call, entity } = write;
    const target = operation.target?.(write);
    if (!target) return false;
    if (typeof target === "function") {
      if (entity.kind === "global") return statements.requireAllowedIfThere(call, entity.name, target);
      await statements.requireAllowed(call, entity.name, target);
      return true;
    }
    const [row] = await statements.read<DraftTargetRow>(call, target);
    if (!row && entity.kind === "global") return false;
    acceptedRow(row);
    return true;
  }

  return {
    read,

    /**
     * Locks the record until the transaction ends, so that its writes with hooks take turns, and reads it. @returns null for a global never
     * saved. @throws NOT_FOUND, PRECONDITION_FAILED, FORBIDDEN
     */
    async lock<Input extends WriteInput>(operation: WriteOperation<Input>, write: Write<Input>): Promise<Stored | null> {
      const { call, entity, id, facts } = write;
      await lockRecord(database, entity.name, entity.kind === "global" ? null : id);
      if (!(await requireTarget(operation, write))) return null;
      const record = await read(call, entity, id, facts.draft);
      return record && { existing: record, record, locale: typeof record["locale"] === "string" ? record["locale"] : null };
    },
  };
}
