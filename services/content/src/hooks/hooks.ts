import { AREAS } from "@colophon/api";
import type { EntityDefinition, Hook, HookContext, HookName, PureHook } from "@colophon/config";
import type { Schema } from "@colophon/engine";
import { isPlainObject } from "@colophon/model";
import type { Log } from "@colophon/runtime";
import { inTime } from "@colophon/runtime/time-limit";
import type { Call } from "../http/calls.ts";
import { withDeadline } from "./deadline.ts";
import { hookRefusal, hookTooSlow } from "./hook-errors.ts";
import { jsonTextOf, plainData } from "./plain-values.ts";
import { runProjectCode, type DbScope, type OpenDb } from "./project-code.ts";

/** A write's before-hooks share all of its time, from its start; no after-hook delays an answer that long. */
const { write: BEFORE_HOOK_MS, read: ANSWERED_WITHIN_MS } = AREAS.content.budgetMs;
/** An answer waits this long for after-hooks; they may continue for the rest of their own time. */
const ANSWER_WAITS_MS = 2_000;
const AFTER_HOOK_MS = 10_000;

export type Data = Record<string, unknown>;

/** The context of the write or read that a hook belongs to; see HookContext. */
export type HookFacts = Pick<HookContext, "entity" | "operation" | "locale" | "draft"> & {
  readonly id?: string;
  readonly data?: Data;
  readonly existing?: Data;
  readonly record?: Data;
};

export interface HookDependencies {
  readonly schema: Schema;
  readonly openDb: OpenDb;
  readonly log: Log;
  /** Counts a failed hook if its failure has no other effect. */
  readonly onFailure: (entity: string, hook: HookName) => void;
}

export type Hooks = ReturnType<typeof createHooks>;

/** Runs the project's lifecycle hooks: before-hooks can change or refuse a write, after-hooks are only informed. */
export function createHooks({ schema, openDb, log, onFailure }: HookDependencies) {
  const hooks = new Map(schema.config.entities.flatMap((entity) => (entity.hooks ? [[entity.name, entriesOf(entity)] as const] : [])));
  const running = new Set<Promise<unknown>>();

  function hasHooks(entity: string, name: HookName): boolean {
    return (hooks.get(entity)?.[name]?.length ?? 0) > 0;
  }
  function hooksOf(entity: string, name: HookName): readonly Hook[] {
    return hooks.get(entity)?.[name]?.map(functionOf) ?? [];
  }

  function contextOf(call: Call, facts: HookFacts, scope: DbScope, signal: AbortSignal): HookContext {
    const { user, role, requestId } = call;
    return {
      ...facts,
      user,
      role,
      requestId,
      db: openDb({ ...call, runsHooks: false }, scope),
      log: log.child({ requestId, entity: facts.entity }),
      signal,
    };
  }

  async function runBefore(name: HookName, call: Call, facts: HookFacts): Promise<Data | undefined> {
    const scope: DbScope = { ended: false };
    let data = facts.data && structuredClone(facts.data);
    try {
      await withDeadline(call.askedAtMs + BEFORE_HOOK_MS - performance.now(), hookTooSlow, async (signal) => {
        for (const hook of hooksOf(facts.entity, name)) {
          const context = contextOf(call, { ...facts, ...(data && { data }) }, scope, signal);
          const result = await runProjectCode(`${name} of ${facts.entity}`, () => hook(context));
          if (data) data = plainData(isPlainObject(result) ? result : data);
        }
      });
    } catch (error) {
      throw hookRefusal(error);
    } finally {
      scope.ended = true;
    }
    return data;
  }

  /** Runs one hook whose failure has no effect: it is logged and counted. Returns the hook's result, or `undefined`. */
  async function runLeniently(
    hook: Hook,
    name: HookName,
    call: Call,
    facts: HookFacts,
    ms: number,
  ): Promise<{ result: unknown } | undefined> {
    const { entity } = facts;
    const scope: DbScope = { ended: false };
    const late = () => new Error(`${name} of ${entity} took more than ${ms} ms`);
    try {
      const run = (signal: AbortSignal) => runProjectCode(`${name} of ${entity}`, () => hook(contextOf(call, facts, scope, signal)));
      return { result: await withDeadline(ms, late, run) };
    } catch (error) {
      onFailure(entity, name);
      log.error({ err: error, hook: name, entity, requestId: call.requestId }, "an after-hook failed");
      return undefined;
    } finally {
      scope.ended = true;
    }
  }

  async function runAfter(name: HookName, call: Call, facts: HookFacts): Promise<void> {
    for (const hook of hooksOf(facts.entity, name)) await runLeniently(hook, name, call, structuredClone(facts), AFTER_HOOK_MS);
  }

  return {
    /** Whether any of the named hooks would run for this call. */
    wants(call: Call, entity: string, ...names: HookName[]): boolean {
      return call.runsHooks && names.some((name) => hasHooks(entity, name));
    },

    /** Whether an answer with this entity's records depends on nothing but the records. */
    isReadPure: (entity: string): boolean => hooks.get(entity)?.afterRead?.every((entry) => typeof entry !== "function") ?? true,

    /**
     * Runs the before-hooks of this name in order.
     *
     * @returns the data after the hooks, changed in place or returned as a new object.
     * @throws VALIDATION_ERROR for a HookError, SERVICE_UNAVAILABLE after the deadline, else the hook's own error.
     */
    async before(name: HookName, call: Call, facts: HookFacts): Promise<Data | undefined> {
      if (!call.runsHooks || !hasHooks(facts.entity, name)) return facts.data;
      return runBefore(name, call, facts);
    },

    /** Runs the after-hooks of this name; waits for them for a while, and never fails. */
    async after(name: HookName, call: Call, facts: HookFacts): Promise<void> {
      if (!call.runsHooks || !hasHooks(facts.entity, name)) return;
      const work = runAfter(name, call, facts).finally(() => running.delete(work));
      running.add(work);
      await inTime(work, waitOf(call), { ref: false });
    },

    /** JSON of a record after the afterRead hooks, changed in place or returned as a new object; unchanged if one fails. */
    async read(call: Call, facts: HookFacts & { record: Data }): Promise<string> {
      let text = JSON.stringify(facts.record);
      for (const hook of call.runsHooks ? hooksOf(facts.entity, "afterRead") : []) {
        const record: Data = JSON.parse(text);
        const reader: Hook = async (context) => {
          const result = await hook(context);
          return jsonTextOf(isPlainObject(result) ? result : record);
        };
        const done = await runLeniently(reader, "afterRead", call, { ...facts, record }, ANSWER_WAITS_MS);
        if (done) text = String(done.result);
      }
      return text;
    },

    /** Waits for running after-hooks, at shutdown. */
    async settle(): Promise<void> {
      await inTime(Promise.allSettled(running), ANSWER_WAITS_MS, { ref: false });
    },
  };
}

type Entry = Hook | PureHook;

/** The hooks of an entity by name, each in an array. */
function entriesOf({ hooks = {} }: EntityDefinition): Readonly<Partial<Record<HookName, readonly Entry[]>>> {
  const entries = Object.entries(hooks) as [HookName, Entry | readonly Entry[]][]; // each operation adds what its hooks need
  return Object.fromEntries(entries.map(([name, given]) => [name, [given].flat()]));
}

function functionOf(entry: Entry): Hook {
  return typeof entry === "function" ? entry : (entry.run as Hook);
}

/** How long after-hooks may delay this caller's answer, in milliseconds. */
function waitOf({ askedAtMs }: Call): number {
  return Math.min(ANSWER_WAITS_MS, askedAtMs + ANSWERED_WITHIN_MS - performance.now());
}
