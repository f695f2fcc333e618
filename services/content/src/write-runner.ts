import type { Database } from "@colophon/database";
import { acceptedRow, bind, isVisible, ruleFor, type Schema, type Statement, type WriteRow, type WriteStatement } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import type { Call } from "./calls.ts";
import type { Units } from "./units.ts";

const MAX_ATTEMPTS = 5;

export interface WriteRunnerDependencies {
  readonly schema: Schema;
  readonly database: Database;
  readonly units: Units;
  readonly now: () => Date;
}

/** A write that went through. */
export interface Written {
  readonly id: string;
  readonly version: number;
  /** JSON text: the record as its writer may see it. */
  readonly data: string;
}

export type WriteRunner = ReturnType<typeof createWriteRunner>;

/** Runs the engine's write statements, and runs them again where a race broke a rule that the caller can't know of. */
export function createWriteRunner({ schema, database, units, now }: WriteRunnerDependencies) {
  async function attempt(call: Call, statement: WriteStatement): Promise<WriteRow | undefined> {
    const run = async () =>
      (await database.run<WriteRow & Record<string, unknown>>(statement, bind(statement, { actor: call.actor, now: now() })))[0];
    const mayFail = statement.retryOn.length > 0 || !call.runsHooks; // a hook may catch a failure of its own writes
    return units.isOpen() && mayFail ? undoable(run) : run();
  }

  async function undoable<T>(work: () => Promise<T>): Promise<T> {
    await database.run(SAVEPOINT);
    try {
      const result = await work();
      await database.run(RELEASE);
      return result;
    } catch (error) {
      await database.run(ROLLBACK);
      throw error;
    }
  }

  /** @throws CONFLICT that names no field which the caller can't see. */
  async function row(call: Call, entity: string, plan: () => WriteStatement): Promise<WriteRow | undefined> {
    for (let attempts = 1; ; attempts++) {
      const statement = plan();
      try {
        return await attempt(call, statement);
      } catch (error) {
        const isRace = statement.retryOn.includes(constraintOf(error));
        if (!isRace || attempts === MAX_ATTEMPTS) throw discreet(call, entity, error);
      }
    }
  }

  function discreet(call: Call, entity: string, error: unknown): unknown {
    if (!(error instanceof AppError) || error.code !== "CONFLICT" || !error.details) return error;
    const read = ruleFor(schema, call.actor, entity, "read");
    const isKnown = error.details.every(({ field: name }) => {
      const field = schema.entities.get(entity)?.byName.get(name);
      return field && read && isVisible(call.actor, read, field);
    });
    return isKnown ? error : new AppError("CONFLICT", undefined, { cause: error });
  }

  return {
    /** The rows of a statement that writes nothing. */
    read: <Row extends object>(call: Call, statement: Statement): Promise<(Row & Record<string, unknown>)[]> =>
      database.run<Row & Record<string, unknown>>(statement, bind(statement, { actor: call.actor, now: now() })),

    /** Runs a write and gives its row as it is, for callers that can do something about a refusal. */
    row,

    /** Runs a write; `plan` is asked again for each attempt. @throws what refuses it; NOT_FOUND without a row. */
    async run(call: Call, entity: string, plan: () => WriteStatement): Promise<Written> {
      return acceptedWrite(await row(call, entity, plan));
    },

    /** The same, with null where the record does not exist yet: the first save of a global. */
    async runIfThere(call: Call, entity: string, plan: () => WriteStatement): Promise<Written | null> {
      const found = await row(call, entity, plan);
      return found ? acceptedWrite(found) : null;
    },

    /**
     * Asks whether a write would be refused for its row or its caller, and undoes it: hooks run only for
     * writes that are allowed to begin with. What hooks may still mend (missing values, references) counts as allowed.
     */
    async rehearse(call: Call, statement: WriteStatement): Promise<WriteRow["outcome"] | "missing"> {
      await database.run(SAVEPOINT);
      try {
        const [found] = await database.run<WriteRow & Record<string, unknown>>(
          statement,
          bind(statement, { actor: call.actor, now: now() }),
        );
        return found?.outcome ?? "missing";
      } catch (error) {
        if (error instanceof AppError && error.code === "CONFLICT") return "ok";
        throw error;
      } finally {
        await database.run(ROLLBACK);
      }
    },
  };
}

/** What a row says was written. @throws what its outcome says otherwise; NOT_FOUND without a row */
export function acceptedWrite(row: WriteRow | undefined): Written {
  return writtenOf(acceptedRow(row));
}

function writtenOf({ id, version, data }: WriteRow): Written {
  if (id === null || version === null || data === null) throw new Error("a write that went through gave no record");
  return { id, version, data };
}

/** The unique constraint whose violation an error reports, or "". */
function constraintOf(error: unknown): string {
  const cause = error instanceof AppError ? error.cause : error;
  return typeof cause === "object" && cause !== null && "constraint" in cause ? String(cause.constraint) : "";
}

const SAVEPOINT = { text: "savepoint of_write" };
const RELEASE = { text: "release savepoint of_write" };
const ROLLBACK = { text: "rollback to savepoint of_write" };
