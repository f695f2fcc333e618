/** Permissions on assets, checked by the engine: this service has no rules of its own. */
import { ASSET_ENTITIES, type AssetEntity, type Operation } from "@colophon/config";
import type { Database, Row } from "@colophon/database";
import { bind, compile, type Actor, type Engine, type OnePlan } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { RECORD_FIELDS } from "@colophon/model";

const AUTOMATIC = `fields=${RECORD_FIELDS.map(({ name }) => name).join(",")}`;
const ONLY_ID = "fields=id";
const SYSTEM: Actor = { kind: "system" };

type RecordRow = Row & { data: string; version: number };

export type Access = ReturnType<typeof createAccess>;

/** @param now - the clock for `$NOW` in a filter. */
export function createAccess({
  engine,
  db,
  now,
}: {
  readonly engine: Engine;
  readonly db: Pick<Database, "one">;
  readonly now: () => Date;
}) {
  const { publicRole } = engine.schema;

  function find(actor: Actor, plan: OnePlan): Promise<RecordRow | null> {
    const statement = compile(plan);
    return db.one<RecordRow>(statement, bind(statement, { actor, now: now(), values: plan.values }));
  }

  const shared = createSharedReads<RecordRow | null>();
  const findId = (actor: Actor, entity: AssetEntity, id: string) =>
    shared(JSON.stringify([actor, entity, id]), async () => find(actor, engine.as(actor).one(entity, id, ONLY_ID)));

  return {
    /** @throws FORBIDDEN if the actor may do this with no kind of asset. */
    requireAny(actor: Actor, operation: Operation): void {
      if (!ASSET_ENTITIES.some((entity) => engine.as(actor).rule(entity, operation))) throw new AppError("FORBIDDEN");
    },

    /** The version of that record, null if the actor may not read it. @throws FORBIDDEN without read permission on its entity */
    async readableVersion(actor: Actor, entity: AssetEntity, id: string): Promise<number | null> {
      return (await findId(actor, entity, id))?.version ?? null;
    },

    /** Whether the actor has the role of callers without credentials. */
    isOfPublicRole: (actor: Actor): boolean => actor.kind !== "system" && actor.role === publicRole,

    /** Whether anyone may read it, so that shared caches may store it. */
    async isPublic(actor: Actor, entity: AssetEntity, id: string): Promise<boolean> {
      if (publicRole === null) return false;
      if (actor.kind === "anonymous" && actor.role === publicRole) return true; // it has just been read
      const anyone: Actor = { kind: "anonymous", role: publicRole };
      const rule = engine.as(anyone).rule(entity, "read");
      return rule !== null && (rule.filter === null || (await findId(anyone, entity, id)) !== null);
    },

    /** Whether a new record matches the actor's row filter for create. */
    async mayHaveCreated(actor: Actor, entity: AssetEntity, id: string): Promise<boolean> {
      return (await find(actor, engine.as(actor).created(entity, id))) !== null;
    },

    /** The record as JSON text: all that the actor may read of it, else the automatic fields; null if it was deleted. */
    async show(actor: Actor, entity: AssetEntity, id: string): Promise<string | null> {
      const own = engine.as(actor);
      const whole = own.rule(entity, "read") && (await find(actor, own.one(entity, id)));
      return (whole ?? (await find(SYSTEM, engine.as(SYSTEM).one(entity, id, AUTOMATIC))))?.data ?? null;
    },
  };
}

interface Reads<Result> {
  readonly current: Promise<Result>;
  /** For the calls that came while the current one runs. */
  next: Promise<Result> | null;
}

/**
 * Concurrent reads with the same key share one that begins after all of them were requested, so that none sees an older state than it would
 * alone.
 */
export function createSharedReads<Result>() {
  const byKey = new Map<string, Reads<Result>>();

  function begin(key: string, read: () => Promise<Result>): Promise<Result> {
    const reads: Reads<Result> = { current: read(), next: null };
    byKey.set(key, reads);
    const ended = (): void => void (reads.next ?? byKey.delete(key));
    reads.current.then(ended, ended);
    return reads.current;
  }

  return (key: string, read: () => Promise<Result>): Promise<Result> => {
    const reads = byKey.get(key);
    if (!reads) return begin(key, read);
    const beginNext = (): Promise<Result> => begin(key, read);
    reads.next ??= reads.current.then(beginNext, beginNext);
    return reads.next;
  };
}
