import { entityOf, isRowKey, type ReplayRow, type Schema } from "@colophon/engine";
import { AUTOMATIC_NAMES, STATUS_FIELD } from "@colophon/model";
import type { Data } from "../hooks/hooks.ts";
import type { Statements } from "./statements.ts";
import { dataBody } from "../http/answers.ts";
import type { Call } from "../http/calls.ts";
import type { StoredAnswer } from "../http/idempotency.ts";

const AUTOMATIC: ReadonlySet<string> = new Set([...AUTOMATIC_NAMES, STATUS_FIELD.name]);

/** Reduces the answer that is stored for an Idempotency-Key to the fields that the caller may read now, for drafts and live records. */
export function createReplay({ schema, statements }: { schema: Schema; statements: Statements }) {
  /** The fields of the stored answer as they are readable now; none if the record was deleted. */
  async function readableNow(call: Call, { entity, recordId }: StoredAnswer, data: Data): Promise<ReadonlyMap<string, unknown>> {
    const id = recordId !== null && isRowKey(entityOf(schema, entity), recordId) ? recordId : null;
    const [row] = await statements.read<ReplayRow>(call, call.engine.replay(entity, id, data));
    if (!row) return new Map();
    const earlier: Data = JSON.parse(row.earlier);
    return new Map(Object.keys(JSON.parse(row.data)).flatMap((name) => (Object.hasOwn(earlier, name) ? [[name, earlier[name]]] : [])));
  }

  return async (call: Call, stored: StoredAnswer): Promise<string> => {
    if (stored.recordId === null) return stored.body; // it names only what the request did
    const { data }: { data: Data } = JSON.parse(stored.body);
    const readable = await readableNow(call, stored, data);
    const members = Object.entries(data).flatMap(([name, value]) => {
      if (AUTOMATIC.has(name)) return [[name, value]];
      return readable.has(name) ? [[name, readable.get(name)]] : [];
    });
    return dataBody(JSON.stringify(Object.fromEntries(members)));
  };
}
