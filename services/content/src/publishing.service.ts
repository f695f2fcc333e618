import { isDeepStrictEqual } from "node:util";
import {
  acceptedRow,
  maskDetails,
  parseBody,
  parseStored,
  planDiscard,
  planDraftContent,
  planPublish,
  planUnpublish,
  requireOperation,
  type DraftContentRow,
  type Entity,
  type Schema,
  type WriteData,
  type WriteStatement,
} from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { dataBody, type Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import type { Existing, Expected } from "./existing.ts";
import type { HookFacts, Hooks } from "./hooks.ts";
import type { Reads } from "./reads.service.ts";
import type { WriteFrame } from "./write-frame.ts";
import { versionedOf } from "./versioned.ts";
import { acceptedWrite, type WriteRunner } from "./write-runner.ts";
import { expectedOf, idFact, type WriteOptions } from "./writes.service.ts";

const SYSTEM = { kind: "system" } as const;
const NOTHING: WriteData = { values: {}, references: [], locale: null, translationGroup: null };
const MAX_ATTEMPTS = 5;

export interface PublishOptions extends WriteOptions {
  /** Publish although the live record is newer than the draft. */
  readonly force?: boolean;
}

export interface PublishingDependencies {
  readonly schema: Schema;
  readonly hooks: Hooks;
  readonly reads: Reads;
  readonly frame: WriteFrame;
  readonly runner: WriteRunner;
  readonly existing: Existing;
  readonly newId: () => string;
}

export type Publishing = ReturnType<typeof createPublishing>;

/** Moves records between draft and live. Of a global the id is null. */
export function createPublishing({ schema, hooks, reads, frame, runner, existing, newId }: PublishingDependencies) {
  async function contentOf(call: Call, { name }: Entity, id: string | null): Promise<DraftContentRow & { data: WriteData }> {
    const [found] = await runner.read<DraftContentRow>(call, planDraftContent(schema, call.actor, name, id));
    if (!found) throw new AppError("NOT_FOUND");
    if (found.outcome !== "ok") acceptedRow({ outcome: found.outcome, details: null, id: null, version: null, data: null });
    try {
      return { ...found, data: await parseStored(schema, name, JSON.parse(found.content), { draft: false }) };
    } catch (error) {
      throw masked(call, name, error);
    }
  }

  /** The content may hold fields that its publisher must not learn of. */
  function masked(call: Call, name: string, error: unknown): unknown {
    if (!(error instanceof AppError) || !error.details) return error;
    const details = maskDetails(schema, call.actor, name, error.details);
    return new AppError(error.code, error.message, { details, cause: error });
  }

  /** What is pending, whole; where nothing is, only what hooks change of the live record, which others may be writing. */
  async function dataOf(call: Call, entity: Entity, found: DraftContentRow & { data: WriteData }, facts: HookFacts): Promise<WriteData> {
    const { values } = found.data;
    const isRepeated = found.isLive && found.draftId === null;
    if (!hooks.wants(call, entity.name, "beforePublish")) return isRepeated ? NOTHING : found.data;
    const changed = await hooks.before("beforePublish", call, { ...facts, data: { ...values } });
    const options = { operation: "update", partial: true, makeKey: newId } as const;
    const parsed = await parseBody(schema, SYSTEM, entity.name, changed, options);
    if (!isRepeated) return { ...parsed, values: { ...values, ...parsed.values } };
    const own = Object.entries(parsed.values).filter(([name, value]) => !isDeepStrictEqual(value, values[name]));
    return { ...parsed, values: Object.fromEntries(own) };
  }

  async function publish(call: Call, entity: Entity, id: string | null, options: PublishOptions): Promise<Answer> {
    const { name } = entity;
    const [expected, force] = [expectedOf(options), options.force ?? false];
    const facts = await factsOf(call, entity, id, "publish", expected);
    for (let attempts = 1; ; attempts++) {
      const found = await contentOf(call, entity, id);
      const plan = (data: WriteData) =>
        planPublish(schema, call.actor, name, id, { data, draftId: found.draftId, force, ...expected, newId });
      const isHooked = frame.isHooked(call, name, "publish");
      if (isHooked) await requireAllowed(call, plan(found.data));
      const data = await dataOf(call, entity, found, facts);
      const row = await runner.row(call, name, () => plan(data));
      const isRace = row?.outcome === "moved" && attempts < MAX_ATTEMPTS && !isHooked;
      if (!isRace) return frame.saved(call, entity, "afterPublish", facts, acceptedWrite(row));
    }
  }

  /** Hooks run only for what would be done without them; wrong values they may still mend. */
  async function requireAllowed(call: Call, statement: WriteStatement): Promise<void> {
    const outcome = await runner.rehearse(call, statement);
    const isOpen = outcome === "ok" || outcome === "invalid" || outcome === "taken" || outcome === "missing";
    if (!isOpen) acceptedRow({ outcome, details: null, id: null, version: null, data: null });
  }

  async function unpublish(call: Call, entity: Entity, id: string | null, expected: Expected): Promise<Answer> {
    const { name } = entity;
    const facts = await factsOf(call, entity, id, "unpublish", expected);
    const known = facts.existing ? { ...facts, data: facts.existing } : facts;
    await hooks.before("beforeUnpublish", call, known);
    const written = await runner.run(call, name, () => planUnpublish(schema, call.actor, name, id, expected));
    return frame.saved(call, entity, "afterUnpublish", facts, written);
  }

  async function factsOf(
    call: Call,
    entity: Entity,
    id: string | null,
    operation: "publish" | "unpublish",
    expected: Expected,
  ): Promise<HookFacts> {
    const stored = frame.isHooked(call, entity.name, operation) ? await existing.forUpdate(call, entity, id, expected) : null;
    return { entity: entity.name, operation, locale: null, draft: false, ...idFact(id, stored), ...stored };
  }

  return {
    /**
     * Makes the draft's content live, checked in full.
     * @throws VALIDATION_ERROR, VERSION_INCOMPATIBLE, CONFLICT when the live record is newer, unless `force` is set
     */
    async publish(call: Call, name: string, id: string | null, options: PublishOptions): Promise<Answer> {
      const entity = versionedOf(schema, name);
      requireOperation(schema, call.actor, name, "update");
      return frame.within(call, name, "publish", () => publish(call, entity, id, options));
    },

    /** Takes a record out of every live read; its content stays as the draft. */
    async unpublish(call: Call, name: string, id: string | null, options: WriteOptions): Promise<Answer> {
      const entity = versionedOf(schema, name);
      requireOperation(schema, call.actor, name, "update");
      return frame.within(call, name, "unpublish", () => unpublish(call, entity, id, expectedOf(options)));
    },

    /** Drops what is pending. A record that was never published goes away. Runs no hooks that could refuse. */
    async discard(call: Call, name: string, id: string | null, options: WriteOptions): Promise<Answer> {
      versionedOf(schema, name);
      requireOperation(schema, call.actor, name, "update");
      const expected = expectedOf(options);
      const written = await runner.run(call, name, () => planDiscard(schema, call.actor, name, id, expected));
      const isGone = !("_type" in JSON.parse(written.data));
      const data = isGone ? written.data : await reads.afterRead(call, name, false, written.data);
      return { status: 200, body: dataBody(data), id: written.id, version: isGone ? null : written.version };
    },
  };
}
