/** Permissions on assets, checked by the engine: this service has no rules of its own. */
import { ASSET_ENTITIES, type AssetEntity, type Operation } from "@colophon/config";
import type { Database, Row } from "@colophon/database";
import { answerSources, bind, compile, type AnswerSources, type Principal, type Engine, type OnePlan } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { RECORD_FIELDS } from "@colophon/model";

const AUTOMATIC = `fields=${RECORD_FIELDS.map(({ name }) => name).join(",")}`;
const ONLY_ID = "fields=id";
const SYSTEM: Principal = { kind: "system" };

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

  function find(principal: Principal, plan: OnePlan): Promise<RecordRow | null> {
    const statement = compile(plan);
    return db.one<RecordRow>(statement, bind(statement, { principal, now: now(), values: plan.values }));
  }

  const shared = createSharedReads<RecordRow | null>();
  const idPlan = (principal: Principal, entity: AssetEntity, id: string) => engine.as(principal).one(entity, id, ONLY_ID);
  const findId = (principal: Principal, entity: AssetEntity, id: string) =>
    shared(JSON.stringify([principal, entity, id]), async () => find(principal, idPlan(principal, entity, id)));
  const anyone: Principal | null = publicRole === null ? null : { kind: "anonymous", role: publicRole };
  const isAnyone = (principal: Principal): boolean => principal.kind === "anonymous" && principal.role === publicRole;
  const ruleOfAnyone = (entity: AssetEntity) => anyone && engine.as(anyone).rule(entity, "read");

  return {
    /** @throws FORBIDDEN if the principal may do this with no kind of asset. */
    requireAny(principal: Principal, operation: Operation): void {
      if (!ASSET_ENTITIES.some((entity) => engine.as(principal).rule(entity, operation))) throw new AppError("FORBIDDEN");
    },

    /** The version of that record, null if the principal may not read it. @throws FORBIDDEN without read permission on its entity */
    async readableVersion(principal: Principal, entity: AssetEntity, id: string): Promise<number | null> {
      return (await findId(principal, entity, id))?.version ?? null;
    },

    /** Whether the principal has the role of callers without credentials. */
    isOfPublicRole: (principal: Principal): boolean => principal.kind !== "system" && principal.role === publicRole,

    /** Whether anyone may read it, so that shared caches may store it. */
    async isPublic(principal: Principal, entity: AssetEntity, id: string): Promise<boolean> {
      if (isAnyone(principal)) return true; // it has just been read
      const rule = ruleOfAnyone(entity);
      return anyone !== null && rule !== null && (rule.filter === null || (await findId(anyone, entity, id)) !== null);
    },

    /** What the two answers above are made from; null if they can change without a counted write. */
    sources(principal: Principal, entity: AssetEntity, id: string): AnswerSources | null {
      const own = answerSources(engine.schema, idPlan(principal, entity, id));
      if (!own || !anyone || isAnyone(principal) || !ruleOfAnyone(entity)?.filter) return own;
      const others = answerSources(engine.schema, idPlan(anyone, entity, id)); // the same for all callers
      return others && { ...own, entities: [...new Set([...own.entities, ...others.entities])] };
    },

    /** Whether a new record matches the principal's row filter for create. */
    async mayHaveCreated(principal: Principal, entity: AssetEntity, id: string): Promise<boolean> {
      return (await find(principal, engine.as(principal).created(entity, id))) !== null;
    },

    /** The record as JSON text: all that the principal may read of it, else the automatic fields; null if it was deleted. */
    async show(principal: Principal, entity: AssetEntity, id: string): Promise<string | null> {
      const own = engine.as(principal);
      const whole = own.rule(entity, "read") && (await find(principal, own.one(entity, id)));
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
