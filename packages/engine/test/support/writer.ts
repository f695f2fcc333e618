import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { acceptedRow, createEngine, parseQuery } from "../../src/index.ts";
import type { Principal, DraftContentRow, Schema, WritePlan, WriteRow } from "../../src/index.ts";
import { run } from "./real-tables.ts";

export interface Written {
  readonly id: string;
  readonly version: number | null;
  readonly record: Record<string, unknown>;
}
const newId = (): string => randomUUID();
const makeKey = () => "made-key";

/** Runs write plans like the content service, without hooks. */
export function createWriter(schema: Schema, client: Client, principal: Principal) {
  const engine = createEngine(schema).as(principal);
  const write = async (plan: WritePlan): Promise<Written> => {
    const [found] = await run<WriteRow>(client, plan, principal);
    const { id, version, data } = acceptedRow(found);
    return { id: id ?? "", version, record: JSON.parse(data ?? "null") };
  };
  const parse = (entity: string, body: unknown, id: string | null, draft = false) =>
    engine.parseBody(entity, body, { operation: "update", partial: true, draft, makeKey, ...(id !== null && { id }) });
  const contentOf = async (entity: string, id: string | null) => {
    const [found] = await run<DraftContentRow>(client, engine.draftContent(entity, id), principal);
    acceptedRow(found && { outcome: found.outcome, details: null, id, version: null, data: null });
    if (!found) throw new Error("no content");
    return found;
  };
  return {
    async create(entity: string, body: unknown, { draft = false, id = newId() } = {}): Promise<Written> {
      const data = await engine.parseBody(entity, body, { operation: "create", partial: false, draft, makeKey });
      return write(engine.create(entity, { id, data, draft, newId }));
    },
    async update(entity: string, id: string | null, body: unknown, options: { expectedVersion?: number } = {}): Promise<Written> {
      return write(engine.update(entity, id, { data: await parse(entity, body, id), newId, ...options }));
    },
    async saveDraft(entity: string, id: string | null, body: unknown): Promise<Written> {
      return write(engine.saveDraft(entity, id, { data: await parse(entity, body, id, true), newId }));
    },
    async publish(entity: string, id: string | null, { force = false } = {}): Promise<Written> {
      const { draftId, content } = await contentOf(entity, id);
      const data = await engine.parseStored(entity, JSON.parse(content), { draft: false });
      return write(engine.publish(entity, id, { data, draftId, force, newId }));
    },
    unpublish: async (entity: string, id: string | null) => write(engine.unpublish(entity, id, {})),
    discard: async (entity: string, id: string | null) => write(engine.discard(entity, id, {})),
    remove: async (entity: string, id: string, options: { expectedVersion?: number } = {}) =>
      write(engine.remove(entity, id, { newId, ...options })),
    /** The record as a read returns it, or null. */
    async read(entity: string, id: string | null, { draft = false } = {}): Promise<Record<string, unknown> | null> {
      const request = parseQuery(draft ? "draft=true" : "", "record");
      const [found] = await run<{ data: string }>(client, engine.one(entity, id, request), principal);
      return found ? JSON.parse(found.data) : null;
    },
  };
}
