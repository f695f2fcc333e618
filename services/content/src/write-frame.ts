import type { HookName } from "@colophon/config";
import type { Entity } from "@colophon/engine";
import { dataBody, type Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import type { Existing } from "./existing.ts";
import type { HookFacts, Hooks } from "./hooks.ts";
import type { Reads } from "./reads.service.ts";
import type { UnitOptions, Units } from "./units.ts";
import type { Written } from "./write-runner.ts";

export interface WriteFrameDependencies {
  readonly units: Units;
  readonly hooks: Hooks;
  readonly reads: Reads;
  readonly existing: Existing;
}

type Operation = "create" | "update" | "delete" | "publish" | "unpublish";

const BEFORE: Record<Operation, readonly HookName[]> = {
  create: ["beforeValidate", "beforeCreate"],
  update: ["beforeValidate", "beforeUpdate"],
  delete: ["beforeDelete"],
  publish: ["beforePublish"],
  unpublish: ["beforeUnpublish"],
};

export type WriteFrame = ReturnType<typeof createWriteFrame>;

/** What stands around every write: the transaction that its before-hooks need, and what follows when it went through. */
export function createWriteFrame({ units, hooks, reads, existing }: WriteFrameDependencies) {
  const isHooked = (call: Call, name: string, operation: Operation) => hooks.wants(call, name, ...BEFORE[operation]);
  const unitFor = (call: Call, name: string, operation: Operation): UnitOptions =>
    isHooked(call, name, operation) ? { pool: "hooks" } : {};

  return {
    isHooked,

    /** Where a transaction around this write has to run. */
    unitFor,

    /** Runs a write, in a transaction where hooks stand before it. */
    within(call: Call, name: string, operation: Operation, work: () => Promise<Answer>): Promise<Answer> {
      return isHooked(call, name, operation) ? units.run(work, unitFor(call, name, operation)) : work();
    },

    /** The answer to a write that went through; its after-hook runs as soon as it is committed. */
    async saved(call: Call, entity: Entity, afterHook: HookName, facts: HookFacts, written: Written): Promise<Answer> {
      if (hooks.wants(call, entity.name, afterHook)) {
        const record = await existing.after(call, entity, entity.kind === "global" ? null : written.id, facts.draft);
        const known = { ...afterFacts(facts), id: written.id, ...(record && { record }) };
        await units.afterCommit(() => hooks.after(afterHook, call, known));
      }
      const data = await reads.afterRead(call, entity.name, facts.draft, written.data);
      return { status: facts.operation === "create" ? 201 : 200, body: dataBody(data), id: written.id, version: written.version };
    },
  };
}

/** After-hooks learn of the record as it is now; what it was, and what was asked, is for before-hooks. */
export function afterFacts({ existing: _, data: __, ...facts }: HookFacts): HookFacts {
  return facts;
}
