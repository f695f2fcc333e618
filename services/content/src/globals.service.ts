import {
  entityOf,
  planCreate,
  planSaveDraft,
  planUpdate,
  requireOperation,
  type Entity,
  type Schema,
  type WriteData,
} from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { dataBody, type Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import type { Existing } from "./existing.ts";
import type { Data } from "./hooks.ts";
import type { Reads } from "./reads.service.ts";
import type { WriteDataMaker } from "./write-data.ts";
import type { WriteFrame } from "./write-frame.ts";
import type { WriteRunner } from "./write-runner.ts";
import { expectedOf, factsOfUpdate, type WriteOptions } from "./writes.service.ts";

export interface GlobalsDependencies {
  readonly schema: Schema;
  readonly reads: Reads;
  readonly frame: WriteFrame;
  readonly runner: WriteRunner;
  readonly dataOf: WriteDataMaker;
  readonly existing: Existing;
  readonly newId: () => string;
}

export type Globals = ReturnType<typeof createGlobals>;

/** Entities with exactly one record: read in place, saved in place. */
export function createGlobals({ schema, reads, frame, runner, dataOf, existing, newId }: GlobalsDependencies) {
  /** An update; or where there is no record yet a first write, under the same permission and the same hooks. */
  async function save(call: Call, entity: Entity, body: Data, options: WriteOptions): Promise<Answer> {
    const { name } = entity;
    const [expected, draft] = [expectedOf(options), options.draft ?? false];
    const isHooked = frame.isHooked(call, name, "update");
    const stored = isHooked ? await existing.forUpdate(call, entity, null, expected, draft) : null;
    const facts = factsOfUpdate(entity, null, stored, draft);
    const request = { call, entity, body, beforeHook: "beforeUpdate", facts } as const;
    const plan = draft ? planSaveDraft : planUpdate;
    const change = (data: WriteData) => plan(schema, call.actor, name, null, { data, ...expected, newId });

    const isKnownMissing = isHooked && stored === null;
    const partial = isKnownMissing ? null : await dataOf({ ...request, first: false });
    const updated = partial && (await runner.runIfThere(call, name, () => change(partial)));
    if (updated) return frame.saved(call, entity, "afterUpdate", facts, updated);

    if (expected.expectedVersion !== undefined) throw new AppError("PRECONDITION_FAILED");
    const whole = await dataOf({ ...request, first: true });
    const replaced = entity.versions
      ? null
      : await runner.runIfThere(call, name, () => planUpdate(schema, call.actor, name, null, { data: whole, newId, first: true }));
    if (replaced) return frame.saved(call, entity, "afterUpdate", facts, replaced);

    const begin = () => planCreate(schema, call.actor, name, { id: newId(), data: whole, draft, newId });
    let attempts = 0; // when another first save was faster, this one is a change of what that one made
    const written = await runner.run(call, name, () => (attempts++ === 0 ? begin() : change(partial ?? whole)));
    return frame.saved(call, entity, "afterUpdate", facts, written);
  }

  return {
    /** The record, or `{ data: null }` where it was never saved (or is out of the caller's sight, which looks the same). */
    async one(call: Call, name: string, search: string): Promise<Answer> {
      const found = await reads.findGlobal(call, name, search);
      return found ?? { status: 200, body: dataBody("null"), id: null, version: null };
    },

    /** Saves the fields of `body`; the first save makes the record. */
    async update(call: Call, name: string, body: Data, options: WriteOptions): Promise<Answer> {
      const entity = entityOf(schema, name);
      requireOperation(schema, call.actor, name, "update");
      return frame.within(call, name, "update", () => save(call, entity, body, options));
    },
  };
}
