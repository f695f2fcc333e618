/** The chain over the audit log: each row's hash covers the row, its number and the hash before it. */
import { createHash } from "node:crypto";
import type { Row } from "../database.ts";

/** A row of the log. `changes` and `values` are JSON text. */
export interface LoggedRow {
  readonly id: string;
  readonly at: Date;
  readonly actorKind: string | null;
  readonly actorId: string | null;
  readonly action: string;
  readonly entity: string | null;
  readonly recordId: string | null;
  readonly changes: string;
  readonly values: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly route: string | null;
}

/** The columns of a row `a` of cms.audit, in SQL. */
export const LOGGED_COLUMNS = `a.id, a.at, a.actor_kind as "actorKind", a.actor_id as "actorId", a.action, a.entity, a.record_id as "recordId",
  a.changes::text, a.values::text, a.address, a.request_id as "requestId", a.route`;

/** What the first row of a log continues. */
export const NO_HASH = "";

/** The row in the form of the API and of exports. */
export function entryOf(row: LoggedRow) {
  const { id, at, actorKind, actorId, action, entity, recordId, changes, values, address, requestId, route } = row;
  return {
    id,
    at: at.toISOString(),
    actor: actorKind === null ? null : { type: actorKind, id: actorId },
    action,
    entity,
    recordId,
    changes: JSON.parse(changes) as unknown,
    values: values === null ? null : (JSON.parse(values) as unknown),
    address,
    requestId,
    route,
  };
}

/**
 * SHA-256, in hex, of the JSON text of an array: previous hash, number, id, at, type and id of the actor, action, entity, record id, changes,
 * values, address, request id, route.
 *
 * @param number - a decimal number, from 1.
 */
export function hashOfRow(previousHash: string, number: string, row: LoggedRow): string {
  const { id, at, actor, action, entity, recordId, changes, values, address, requestId, route } = entryOf(row);
  const who = [actor?.type ?? null, actor?.id ?? null];
  const parts = [previousHash, number, id, at, ...who, action, entity, recordId, changes, values, address, requestId, route];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** A row with its seal, or one of the two alone. Numbers are decimal. */
export type SealedRow = Row &
  Partial<LoggedRow> & {
    readonly number: string | null;
    readonly seq: string | null;
    readonly previousHash: string | null;
    readonly hash: string | null;
  };
