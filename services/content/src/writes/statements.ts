import { constraintNameOf, type Database, type PreparedText } from "@colophon/database";
import {
  acceptedRow,
  auditOf,
  bind,
  changedEntities,
  compile,
  compileCheck,
  constraintOf,
  freeingStatement,
  type CheckRow,
  type DraftContentPlan,
  type DraftContentRow,
  type LookupPlan,
  type Statement,
  type WritePlan,
  type WriteRow,
} from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Call } from "../http/calls.ts";

const MAX_ATTEMPTS = 5;
/** Outcomes that a before-hook can still correct: missing values, lost references, values that are not unique. */
const CORRECTABLE: ReadonlySet<WriteRow["outcome"]> = new Set(["invalid", "taken"]);

export interface StatementsDependencies {
  readonly database: Database;
  readonly now: () => Date;
}

/** A successful write. */
export interface Written {
  readonly id: string;
  readonly version: number;
  /** JSON text: the record as its writer may see it. */
  readonly data: string;
  /** JSON text: the whole record, for after-hooks; null without them, and for a deletion. */
  readonly record: string | null;
}

interface RowOptions {
  /** Whether the row has the whole record, for after-hooks. */
  readonly hooked?: boolean;
  /** Prepares the write again if its draft changed after that was read; without it the write is refused then. */
  readonly again?: (() => Promise<void>) | undefined;
}

export type Statements = ReturnType<typeof createStatements>;

/** Runs the engine's plans, and repeats a write if a race violated a rule that the caller can't know of. */
export function createStatements({ database, now }: StatementsDependencies) {
  function run<Row extends object>(call: Call, statement: PreparedText & Statement, { values }: WritePlan | LookupPlan, audit?: string) {
    const parameters = bind(statement, { principal: call.principal, now: now(), values, audit });
    return database.run<Row & Record<string, unknown>>(statement, parameters);
  }

  /** The statement of a write, with the entities that it changes. */
  function compiled(call: Call, entity: string, plan: WritePlan, isHooked: boolean): PreparedText & Statement {
    return { ...compile(plan, isHooked ? "hooked" : "run"), changes: changedEntities(call.engine.schema, entity, plan) };
  }

  /** Whether a failure of the write leaves the transaction usable; a hook may catch a failure of its own writes. */
  const mayFail = (call: Call, { retryOn }: Statement): boolean => retryOn.length > 0 || !call.runsHooks;

  async function attempt(call: Call, statement: Statement, plan: WritePlan): Promise<WriteRow | undefined> {
    const once = async () => (await run<WriteRow>(call, statement, plan, auditOf(plan, call, call.action)))[0];
    return database.inTransaction() && mayFail(call, statement) ? undoable(once, WRITE, { releases: !call.runsHooks }) : once();
  }

  /** @returns whether the taken value is free now, because it belonged to a record that is being removed */
  async function freed(call: Call, statement: Statement, plan: WritePlan, constraint: string): Promise<boolean> {
    const namedConstraint = constraintOf(call.engine.schema, constraint);
    const unique = namedConstraint?.kind === "unique" ? namedConstraint.fields : [];
    const given = unique.filter((field) => Object.hasOwn(plan.values ?? {}, `value.${field}`));
    const freeing = namedConstraint && freeingStatement(call.engine.schema, namedConstraint.entity, given);
    if (!freeing || (database.inTransaction() && !mayFail(call, statement))) return false;
    const [row] = await run<{ done: number }>(call, freeing, plan);
    return (row?.done ?? 0) > 0;
  }

  /** @param lock - SQL that takes a lock, sent with the savepoint. @param releases - false for the last one of a transaction */
  async function undoable<T>(
    work: () => Promise<T>,
    { begin, release, rollBack }: Savepoint,
    { lock, releases = true }: Undoing,
  ): Promise<T> {
    await database.run(lock === undefined ? begin : { text: `${begin.text}; ${lock}` });
    try {
      const result = await work();
      if (releases) await database.run(release);
      return result;
    } catch (error) {
      await database.run(rollBack);
      throw error;
    }
  }

  /**
   * Runs a write, and repeats it after a race; `plan` is called again for each attempt. @throws CONFLICT without fields and entities that
   * the caller can't see
   */
  async function row(call: Call, entity: string, plan: () => WritePlan, { hooked = false, again }: RowOptions = {}) {
    for (let attempts = 1; ; attempts++) {
      const isLast = attempts === MAX_ATTEMPTS;
      const planned = plan();
      const statement = compiled(call, entity, planned, hooked);
      try {
        const written = await attempt(call, statement, planned);
        if (isLast || !again || written?.outcome !== "moved") return masked(call, entity, written);
      } catch (error) {
        const constraint = constraintNameOf(error) ?? "";
        const isRace = statement.retryOn.includes(constraint) || (await freed(call, statement, planned, constraint));
        if (isLast || !isRace) throw redacted(call, entity, constraint, error);
        continue;
      }
      await again();
    }
  }

  /** Runs a write, rolls it back, and returns its row. Needs a transaction. @throws like `row` */
  async function dryRun(call: Call, entity: string, plan: () => WritePlan, options: RowOptions): Promise<WriteRow | undefined> {
    await database.run(WRITE.begin);
    try {
      return await row(call, entity, plan, options);
    } finally {
      await database.run(WRITE.rollBack);
    }
  }

  /**
   * Whether a write is allowed: with one read, which locks nothing. Errors that a before-hook can still prevent are not thrown.
   * @returns the stored record; undefined if there is none @throws the others
   */
  async function check(call: Call, entity: string, plan: WritePlan | DraftContentPlan): Promise<CheckRow | DraftContentRow | undefined> {
    const statement = plan.kind === "draftContent" ? compile(plan) : compileCheck(plan);
    const [found] = await run<CheckRow | DraftContentRow>(call, statement, plan);
    const shown = found && masked(call, entity, { details: null, ...found });
    return shown && !CORRECTABLE.has(shown.outcome) ? acceptedRow(shown) : found;
  }

  return {
    /** The rows of a plan that writes nothing. */
    read: <Row extends object>(call: Call, plan: LookupPlan) => run<Row>(call, compile(plan), plan),
    row,
    dryRun,
    check,

    /**
     * Runs a part of the open transaction. If it fails, its changes are rolled back and the transaction continues.
     * @param lock - SQL without parameters that takes a lock first
     */
    part: <T>(work: () => Promise<T>, lock?: string): Promise<T> => undoable(work, PART, { ...(lock !== undefined && { lock }) }),
  };
}

/** Problems that the database found (missing references, values that are not unique), without fields that the caller can't read. */
function masked<Row extends Pick<WriteRow, "outcome" | "details"> | undefined>({ engine }: Call, entity: string, row: Row): Row {
  if (row?.outcome === "taken" && typeof row.details === "string") {
    const isKnown = (JSON.parse(row.details) as { field: string }[]).every(({ field }) => engine.sees(entity, field));
    return isKnown ? row : { ...row, details: null };
  }
  if (row?.outcome !== "invalid" || typeof row.details !== "string") return row;
  return { ...row, details: JSON.stringify(engine.maskDetails(entity, JSON.parse(row.details))) };
}

function redacted({ engine }: Call, entity: string, constraint: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== "CONFLICT") return error;
  const referring = constraintOf(engine.schema, constraint);
  if (referring?.kind === "reference" && !engine.sees(referring.entity, "id"))
    return new AppError("CONFLICT", "A record still refers to this one", { cause: error });
  if (!error.details) return error;
  const isKnown = error.details.every(({ field }) => engine.sees(entity, field));
  return isKnown ? error : new AppError("CONFLICT", undefined, { cause: error });
}

/** The result of a row. @throws the error of its outcome; NOT_FOUND without a row */
export function acceptedWrite(row: WriteRow | undefined): Written {
  const { id, version, data, record = null } = acceptedRow(row);
  if (id === null || version === null || data === null) throw new Error("a write that went through gave no record");
  return { id, version, data, record };
}

type Savepoint = ReturnType<typeof savepoint>;

interface Undoing {
  readonly lock?: string;
  readonly releases?: boolean;
}

function savepoint(name: string) {
  return {
    begin: { text: `savepoint ${name}` },
    release: { text: `release savepoint ${name}` },
    rollBack: { text: `rollback to savepoint ${name}` },
  };
}

const WRITE = savepoint("of_write");
/** With another name: the savepoints of its writes are nested, and only the last one of a name can be used. */
const PART = savepoint("of_part");
