/** Refusals in the audit log: one row for each actor, route and minute. */
import type { Config } from "@colophon/config";
import { LRUCache } from "lru-cache";
import type { Database } from "../database.ts";
import type { Log } from "../log.ts";

/** A request that was refused. */
export interface Refusal {
  /** Null without an id. */
  readonly actor: { readonly kind: "user" | "key"; readonly id: string } | null;
  readonly address: string;
  readonly entity: string | null;
  readonly requestId: string;
  /** Method and path, without ids: `PUT /api/article/{id}`. */
  readonly route: string;
}

interface RefusalNotes {
  readonly config: Pick<Config, "audit">;
  readonly database: Pick<Database, "run">;
  readonly log: Pick<Log, "warn">;
}

const MINUTE_MS = 60_000;
const MAX_BYTES = 2 * 1024 * 1024;
const ENTRY_BYTES = 100;

/** @param now - since 1970, in ms */
export function createRefusalTable({ run }: Pick<Database, "run">, now: () => number = Date.now) {
  /** Those that this process has added in the last minutes: PostgreSQL is asked once for each. */
  const known = new LRUCache<string, true>({ maxSize: MAX_BYTES, sizeCalculation: (_, key) => ENTRY_BYTES + key.length });
  return {
    /** Adds a row, unless there is one for the same actor, route and minute. Null if this process knows that there is. */
    add({ actor, address, entity, requestId, route }: Refusal): Promise<void> | null {
      const kind = actor?.kind ?? "anonymous";
      const key = [Math.floor(now() / MINUTE_MS), kind, actor?.id ?? address, route].join(" ");
      if (known.has(key)) return null;
      known.set(key, true);
      const added = run(ADD, [kind, actor?.id ?? null, entity, address || null, requestId, route]);
      return added.then(
        () => undefined,
        (error: unknown) => {
          known.delete(key);
          throw error;
        },
      );
    },
  };
}

/**
 * The part of a service's app that notes refusals in the audit log; empty for a site without it. A failure is logged and doesn't change the
 * answer.
 */
export function refusalNotes({ config, database, log }: RefusalNotes): { onRefused?: (refusal: Refusal) => Promise<void> | null } {
  if (!config.audit) return {};
  const { add } = createRefusalTable(database);
  return {
    onRefused: (refusal) =>
      add(refusal)?.catch((error: unknown) => {
        log.warn({ err: error, requestId: refusal.requestId }, "a refusal is missing in the audit log");
      }) ?? null,
  };
}

const ADD = { name: "audit-refusal", text: "select cms.add_refusal($1, $2::uuid, $3, $4, $5, $6)" };
