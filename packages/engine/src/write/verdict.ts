/** What becomes of a write: the first case that holds, in the order in which refusals come. */
import { AppError } from "@colophon/errors";
import { isUuid } from "../field-types/index.ts";
import { empty, join, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Entity } from "../types.ts";
import { slot } from "./recipe.ts";
import type { Slot } from "./recipe.ts";

/** The outcome as text: that of the first `when … then` that holds, else `ok`. */
export function verdict(cases: readonly Sql[]): Sql {
  return sql`case ${join(cases, "\n")} else 'ok' end`;
}

/** When the caller's version (`If-Match`) is not the row's. */
export function changedCase(expectedVersion: Slot | undefined): readonly Sql[] {
  return expectedVersion === undefined ? [] : [sql`when target.version <> ${expectedVersion}::bigint then 'changed'`];
}

/** Which record, and in which version, with both still open. */
export interface OpenTarget {
  readonly id: Slot | null;
  readonly expectedVersion: Slot | undefined;
}

/** Slots for the target of a write; null and undefined stay what they are, because they shape the statement. */
export function openTarget(id: string | null, expectedVersion: number | undefined): OpenTarget {
  return { id: id === null ? null : slot("id"), expectedVersion: expectedVersion === undefined ? undefined : slot("expectedVersion") };
}

/** A global has no id and a single row, any other entity's ids are UUIDs. @throws NOT_FOUND for what is none */
export function checkId(entity: Entity, id: string | null): void {
  if ((id === null) !== (entity.kind === "global") || (id !== null && !isUuid(id))) throw new AppError("NOT_FOUND");
}

/** `where` the row is the one of that id; nothing for a global. */
export function whereId(id: Slot | Sql | null): Sql {
  return id === null ? empty : sql`where id = ${id}::uuid`;
}
