import { planAnswer, type Schema } from "@colophon/engine";
import { dataBody } from "./answers.ts";
import type { Call } from "./calls.ts";
import type { Data } from "./hooks.ts";
import type { StoredAnswer } from "./idempotency.ts";
import type { WriteRunner } from "./write-runner.ts";

const AUTOMATIC = ["id", "_type", "createdAt", "updatedAt", "publishedAt", "locale", "translationGroup", "_status"];

/** Cuts the answer stored under an Idempotency-Key down to what its caller would be told today, of a draft as of a live record. */
export function createReplay({ schema, runner }: { schema: Schema; runner: WriteRunner }) {
  async function readableNow(call: Call, { entity, recordId }: StoredAnswer): Promise<readonly string[]> {
    if (recordId === null) return [];
    const id = schema.entities.get(entity)?.kind === "global" ? null : recordId;
    const [row] = await runner.read<{ data: string }>(call, planAnswer(schema, call.actor, entity, id));
    return row ? Object.keys(JSON.parse(row.data)) : [];
  }

  return async (call: Call, stored: StoredAnswer): Promise<string> => {
    const names = new Set([...AUTOMATIC, ...(await readableNow(call, stored))]);
    const { data }: { data: Data } = JSON.parse(stored.body);
    return dataBody(JSON.stringify(Object.fromEntries(Object.entries(data).filter(([name]) => names.has(name)))));
  };
}
