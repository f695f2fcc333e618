import { recordLock } from "@colophon/database";
import { AppError } from "@colophon/model/errors";
import type { Data } from "../hooks/hooks.ts";
import type { WriteOperation } from "./operation.ts";
import type { Statements } from "./statements.ts";
import type { Write, WriteInput } from "./write.ts";

/** A stored record for before-hooks. */
export interface Stored {
  readonly existing: Data;
  readonly record: Data;
  readonly locale: string | null;
  /** The row that it was read from. */
  readonly found: NonNullable<Write["found"]>;
}

/** SQL that locks the record until the transaction ends, so that its writes with hooks take turns. */
export function lockOf({ entity, id }: Write): string {
  return recordLock(entity.name, entity.kind === "global" ? null : id);
}

/**
 * The stored record before its write, as hooks get it. @returns null for a global never saved. @throws NOT_FOUND, PRECONDITION_FAILED,
 * FORBIDDEN
 */
export async function storedBefore<Input extends WriteInput>(
  statements: Pick<Statements, "check">,
  { target }: WriteOperation<Input>,
  write: Write<Input>,
): Promise<Stored | null> {
  const { call, entity } = write;
  const row = target && (await statements.check(call, entity.name, target(write)));
  if (!row && entity.kind === "global") return null;
  const found = requireFound(row);
  const record: Data = JSON.parse(found.record ?? "null");
  return { existing: record, record, locale: typeof record["locale"] === "string" ? record["locale"] : null, found };
}

/** The row of a record that exists. @throws NOT_FOUND */
export function requireFound<Row>(row: Row | undefined): Row {
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}
