import type { Database } from "@colophon/database";
import { acceptedRow, planDelete, planUpdate, type Actor, type Entity, type Schema, type WriteData } from "@colophon/engine";
import type { Call } from "./calls.ts";
import type { Data } from "./hooks.ts";
import type { Reads } from "./reads.service.ts";
import type { WriteRunner } from "./write-runner.ts";

const SYSTEM: Actor = { kind: "system" };
const NOTHING: WriteData = { values: {}, references: [], locale: null, translationGroup: null };

export interface Expected {
  readonly expectedVersion?: number;
}

/** A stored record as before-hooks see it. */
export interface Stored {
  readonly existing: Data;
  readonly record: Data;
  readonly locale: string | null;
}

interface Asked extends Expected {
  readonly operation: "update" | "delete";
  readonly draft: boolean;
}

export interface ExistingDependencies {
  readonly schema: Schema;
  readonly database: Database;
  readonly reads: Reads;
  readonly runner: WriteRunner;
  readonly newId: () => string;
}

export type Existing = ReturnType<typeof createExisting>;

/** The record that a write with before-hooks is about. Hooked writes of one record take turns from here on. */
export function createExisting({ schema, database, reads, runner, newId }: ExistingDependencies) {
  /** With `draft` as its editors see it; else as it is live, or where it is not, its draft. */
  async function read(call: Call, { name, versions }: Entity, id: string | null, draft: boolean): Promise<Data | null> {
    const asSystem: Call = { ...call, actor: SYSTEM, runsHooks: false };
    const find = (search: string) => (id === null ? reads.findGlobal(asSystem, name, search) : reads.find(asSystem, name, id, search));
    const found = (draft ? null : await find("")) ?? (versions ? await find("draft=true") : null);
    return found && (JSON.parse(found.body).data as Data);
  }

  async function allowed(call: Call, entity: Entity, id: string | null, { operation, draft, ...expected }: Asked): Promise<Stored | null> {
    await database.run(TURN, [`${entity.name} ${id ?? ""}`]);
    const input = { ...expected, newId };
    const statement =
      operation === "delete" && id !== null
        ? planDelete(schema, call.actor, entity.name, id, input)
        : planUpdate(schema, call.actor, entity.name, id, { ...input, data: NOTHING });
    const outcome = await runner.rehearse(call, statement);
    if (outcome === "missing" && id === null) return null;
    const isRefused = outcome !== "ok" && outcome !== "invalid";
    if (isRefused) acceptedRow(outcome === "missing" ? undefined : { outcome, details: null, id: null, version: null, data: null });
    const record = await read(call, entity, id, draft);
    return record && { existing: record, record, locale: typeof record["locale"] === "string" ? record["locale"] : null };
  }

  return {
    /** The record before its change; null for a global never saved. @throws NOT_FOUND, PRECONDITION_FAILED, FORBIDDEN */
    forUpdate: (call: Call, entity: Entity, id: string | null, expected: Expected, draft = false) =>
      allowed(call, entity, id, { ...expected, operation: "update", draft }),

    /** The record before its deletion. @throws NOT_FOUND, PRECONDITION_FAILED, FORBIDDEN */
    forDelete: (call: Call, entity: Entity, id: string, expected: Expected) =>
      allowed(call, entity, id, { ...expected, operation: "delete", draft: false }),

    /** The record as an after-hook sees it, whole; null when it is gone again. */
    after: read,
  };
}

const TURN = { name: "record-turn", text: "select pg_advisory_xact_lock(hashtextextended($1, 72707373))" };
