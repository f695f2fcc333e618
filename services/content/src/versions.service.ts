import {
  acceptedRow,
  incompatibilities,
  maskDetails,
  parseStored,
  planDraftContent,
  planHistory,
  planSaveDraft,
  planVersion,
  requireOperation,
  type DraftContentRow,
  type Entity,
  type HistoryRow,
  type Schema,
  type VersionRow,
  type WriteData,
} from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { createPatch } from "rfc6902";
import { dataBody, type Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import type { Existing } from "./existing.ts";
import type { Data } from "./hooks.ts";
import type { WithoutLostIds } from "./lost-ids.ts";
import type { Publishing } from "./publishing.service.ts";
import { versionedOf } from "./versioned.ts";
import type { WriteDataMaker } from "./write-data.ts";
import type { WriteFrame } from "./write-frame.ts";
import type { WriteRunner } from "./write-runner.ts";
import type { Units } from "./units.ts";
import { factsOfUpdate } from "./writes.service.ts";

export interface VersionsDependencies {
  readonly schema: Schema;
  readonly units: Units;
  readonly frame: WriteFrame;
  readonly runner: WriteRunner;
  readonly dataOf: WriteDataMaker;
  readonly existing: Existing;
  readonly publishing: Publishing;
  readonly withoutLostIds: WithoutLostIds;
  readonly newId: () => string;
}

interface Version {
  /** As the caller may see it. */
  readonly shown: Data & { readonly data: Data };
  /** All that was stored, by field name. */
  readonly content: Data;
}

export type Versions = ReturnType<typeof createVersions>;

/** The history of records. Of a global the record's id is null. */
export function createVersions({
  schema,
  units,
  frame,
  runner,
  dataOf,
  existing,
  publishing,
  withoutLostIds,
  newId,
}: VersionsDependencies) {
  async function versionOf(call: Call, name: string, id: string | null, versionId: string): Promise<Version> {
    const [row] = await runner.read<VersionRow>(call, planVersion(schema, call.actor, name, id, versionId));
    requireOk(row);
    if (!row?.data || !row.content) throw new AppError("NOT_FOUND");
    return { shown: JSON.parse(row.data), content: JSON.parse(row.content) };
  }

  /** Fields that are set for good: an older version can't take them back. */
  async function settled(call: Call, { name, fields }: Entity, id: string | null): Promise<ReadonlySet<string>> {
    const immutable = fields.filter(({ definition }) => definition.immutable);
    if (immutable.length === 0) return new Set();
    const [row] = await runner.read<DraftContentRow>(call, planDraftContent(schema, call.actor, name, id));
    const content: Data = JSON.parse(row?.content ?? "{}");
    const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined);
    return new Set(immutable.filter((field) => isSet(content[field.name])).map((field) => field.name));
  }

  /** A version's content as data for a draft: without what the role may not write, and without ids whose records are gone. */
  async function restorable(call: Call, entity: Entity, id: string | null, content: Data): Promise<Data> {
    const { exclude } = requireOperation(schema, call.actor, entity.name, "update");
    const kept = await settled(call, entity, id);
    const data = await parsed(call, entity.name, content);
    const values = { ...data.values, ...(await withoutLostIds(call, entity.name, data)) };
    const written = entity.fields.filter(({ name }) => name in values && !exclude.has(name) && !kept.has(name));
    return Object.fromEntries(written.map(({ name }) => [name, values[name]]));
  }

  async function parsed(call: Call, name: string, content: Data): Promise<WriteData> {
    try {
      return await parseStored(schema, name, content, { draft: true });
    } catch (error) {
      if (!(error instanceof AppError) || !error.details) throw error;
      throw new AppError(error.code, error.message, { details: maskDetails(schema, call.actor, name, error.details), cause: error });
    }
  }

  async function restore(call: Call, entity: Entity, id: string | null, versionId: string): Promise<Answer> {
    const { name } = entity;
    const stored = frame.isHooked(call, name, "update") ? await existing.forUpdate(call, entity, id, {}, true) : null;
    const { content } = await versionOf(call, name, id, versionId);
    const facts = factsOfUpdate(entity, id, stored, true);
    const body = await restorable(call, entity, id, content);
    const data = await dataOf({ call, entity, body, first: false, beforeHook: "beforeUpdate", facts, trusted: true });
    const written = await runner.run(call, name, () => planSaveDraft(schema, call.actor, name, id, { data, anew: true, newId }));
    return frame.saved(call, entity, "afterUpdate", facts, written);
  }

  return {
    /** One page of a record's history, newest first. */
    async list(call: Call, name: string, id: string | null, page: { limit: number; offset: number }): Promise<string> {
      versionedOf(schema, name);
      requireOperation(schema, call.actor, name, "update");
      const [row] = await runner.read<HistoryRow>(call, planHistory(schema, call.actor, name, id, page));
      requireOk(row);
      return `{"data":${row?.data},"meta":{"total":${row?.total},"limit":${page.limit},"offset":${page.offset}}}`;
    },

    /** One version; `incompatible` is true where its data no longer parses. */
    async one(call: Call, name: string, id: string | null, versionId: string): Promise<string> {
      versionedOf(schema, name);
      requireOperation(schema, call.actor, name, "update");
      const { shown, content } = await versionOf(call, name, id, versionId);
      const isBroken = incompatibilities(schema, name, content).length > 0;
      return dataBody(JSON.stringify(isBroken ? { ...shown, incompatible: true } : shown));
    },

    /** The JSON Patch (RFC 6902) that makes this version's data into that of the other one. */
    async diff(call: Call, name: string, id: string | null, versionId: string, otherId: string): Promise<string> {
      versionedOf(schema, name);
      requireOperation(schema, call.actor, name, "update");
      const [one, other] = [await versionOf(call, name, id, versionId), await versionOf(call, name, id, otherId)];
      return dataBody(JSON.stringify(createPatch(one.shown.data, other.shown.data)));
    },

    /**
     * Makes a version's content the pending draft, or with `publish` live at once.
     * @throws VERSION_INCOMPATIBLE naming the fields that no longer parse
     */
    async restore(call: Call, name: string, id: string | null, versionId: string, { publish }: { publish: boolean }): Promise<Answer> {
      const entity = versionedOf(schema, name);
      requireOperation(schema, call.actor, name, "update");
      const work = () => restore(call, entity, id, versionId);
      if (!publish) return frame.within(call, name, "update", work);
      const live = async () => {
        await work();
        return publishing.publish(call, name, id, { force: true });
      };
      return units.run(live, { ...frame.unitFor(call, name, "update"), ...frame.unitFor(call, name, "publish") });
    },
  };
}

/** @throws NOT_FOUND, FORBIDDEN as the outcome says */
function requireOk(row: Pick<HistoryRow, "outcome"> | undefined): void {
  acceptedRow(row && { outcome: row.outcome, details: null, id: null, version: null, data: null });
}
