import type { Schema } from "@colophon/engine";
import { ruleFor } from "@colophon/engine";
import { dataBody } from "./answers.ts";
import type { Call } from "./calls.ts";
import type { Data } from "./hooks.ts";
import type { StoredAnswer } from "./idempotency.ts";
import type { Reads } from "./reads.service.ts";

const AUTOMATIC = new Set(["id", "_type", "createdAt", "updatedAt", "publishedAt", "locale", "translationGroup", "_status"]);

/** Cuts the answer stored under an Idempotency-Key down to what its caller may read by now. */
export function createReplay({ schema, reads }: { schema: Schema; reads: Reads }) {
  async function readableNow(call: Call, { entity, recordId }: StoredAnswer): Promise<ReadonlySet<string>> {
    if (recordId === null || !ruleFor(schema, call.actor, entity, "read")) return AUTOMATIC;
    const found = await reads.find({ ...call, runsHooks: false }, entity, recordId, "");
    if (!found) return AUTOMATIC;
    const { data }: { data: Data } = JSON.parse(found.body);
    return new Set([...AUTOMATIC, ...Object.keys(data)]);
  }

  return async (call: Call, stored: StoredAnswer): Promise<string> => {
    const names = await readableNow(call, stored);
    const { data }: { data: Data } = JSON.parse(stored.body);
    return dataBody(JSON.stringify(Object.fromEntries(Object.entries(data).filter(([name]) => names.has(name)))));
  };
}
