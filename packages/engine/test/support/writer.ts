import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import {
  acceptedRow,
  parseBody,
  parseQuery,
  parseStored,
  planCreate,
  planDelete,
  planDiscard,
  planDraftContent,
  planOne,
  planPublish,
  planSaveDraft,
  planUnpublish,
  planUpdate,
  toStatement,
} from "../../src/index.ts";
import type { Actor, DraftContentRow, Schema, WriteRow, WriteStatement } from "../../src/index.ts";
import { run } from "./real-tables.ts";

export interface Written {
  readonly id: string;
  readonly version: number | null;
  readonly record: Record<string, unknown>;
}
const newId = (): string => randomUUID();
const makeKey = () => "made-key";

/** Does what the content service does around the plans, without hooks. */
export function createWriter(schema: Schema, client: Client, actor: Actor) {
  const write = async (plan: WriteStatement): Promise<Written> => {
    const [found] = await run<WriteRow>(client, plan, actor);
    const { id, version, data } = acceptedRow(found);
    return { id: id ?? "", version, record: JSON.parse(data ?? "null") };
  };
  const parse = (entity: string, body: unknown, id: string | null, draft = false) =>
    parseBody(schema, actor, entity, body, { operation: "update", partial: true, draft, makeKey, ...(id !== null && { id }) });
  const contentOf = async (entity: string, id: string | null) => {
    const [found] = await run<DraftContentRow>(client, planDraftContent(schema, actor, entity, id), actor);
    acceptedRow(found && { outcome: found.outcome, details: null, id, version: null, data: null });
    if (!found) throw new Error("no content");
    return found;
  };
  return {
    async create(entity: string, body: unknown, { draft = false, id = newId() } = {}): Promise<Written> {
      const data = await parseBody(schema, actor, entity, body, { operation: "create", partial: false, draft, makeKey });
      return write(planCreate(schema, actor, entity, { id, data, draft, newId }));
    },
    async update(entity: string, id: string | null, body: unknown, options: { expectedVersion?: number } = {}): Promise<Written> {
      return write(planUpdate(schema, actor, entity, id, { data: await parse(entity, body, id), newId, ...options }));
    },
    async saveDraft(entity: string, id: string | null, body: unknown): Promise<Written> {
      return write(planSaveDraft(schema, actor, entity, id, { data: await parse(entity, body, id, true), newId }));
    },
    async publish(entity: string, id: string | null, { force = false } = {}): Promise<Written> {
      const { draftId, content } = await contentOf(entity, id);
      const data = await parseStored(schema, entity, JSON.parse(content), { draft: false });
      return write(planPublish(schema, actor, entity, id, { data, draftId, force, newId }));
    },
    unpublish: async (entity: string, id: string | null) => write(planUnpublish(schema, actor, entity, id, {})),
    discard: async (entity: string, id: string | null) => write(planDiscard(schema, actor, entity, id, {})),
    remove: async (entity: string, id: string, options: { expectedVersion?: number } = {}) =>
      write(planDelete(schema, actor, entity, id, { newId, ...options })),
    /** The record as a read gives it, or null. */
    async read(entity: string, id: string | null, { draft = false } = {}): Promise<Record<string, unknown> | null> {
      const request = parseQuery(draft ? "draft=true" : "", "record");
      const [found] = await run<{ data: string }>(client, toStatement(planOne(schema, actor, entity, id, request)), actor);
      return found ? JSON.parse(found.data) : null;
    },
  };
}
