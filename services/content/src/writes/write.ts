import { isUuid } from "@colophon/model";
import type { HookName } from "@colophon/config";
import { isLocalized, type CheckRow, type DraftContentRow, type Entity, type Schema, type WriteData } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Data, HookFacts } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";

/** The input of every write; an operation may have more. */
export interface WriteInput {
  readonly entity: string;
  /** Null or omitted for a global, and for a record that doesn't exist yet; the locale of a translatable global. */
  readonly id?: string | null;
  readonly body?: Data;
  /** The version that the caller has read; null or omitted for any. */
  readonly expectedVersion?: number | null;
}

/** The version in the engine's form: omitted for any. */
export interface Expected {
  readonly expectedVersion?: number;
}

/** A running write. */
export interface Write<Input extends WriteInput = WriteInput> {
  readonly call: Call;
  readonly entity: Entity;
  /** The key of its row, in the engine's form. */
  readonly id: string | null;
  readonly input: Input;
  readonly expected: Expected;
  /** The names of its before-hooks. */
  readonly before: readonly HookName[];
  /** Whether the project has any of those: then the write runs in a transaction, and its record is locked. */
  readonly isHooked: boolean;
  /** Whether the project has hooks after it. */
  readonly isFollowed: boolean;
  /** The context of hooks. */
  readonly facts: HookFacts;
  /** The row of the stored record, if before-hooks need it. */
  readonly found?: CheckRow | DraftContentRow;
}

export const NOTHING: WriteData = { values: {}, references: [], locale: null, translationGroup: null };

/** A record's id in its stored form. @throws NOT_FOUND for an invalid one */
export function idOf(id: string): string {
  if (!isUuid(id)) throw new AppError("NOT_FOUND");
  return id.toLowerCase();
}

/** The key of a write's row: its id; the locale of a translatable global, by default the default one. @throws NOT_FOUND */
export function rowKeyOf({ config }: Pick<Schema, "config">, entity: Entity, { id = null }: WriteInput): string | null {
  if (entity.kind === "collection") return idOf(id ?? "");
  return isLocalized(entity) ? (id ?? config.defaultLocale) : null;
}

export function expectedOf({ expectedVersion }: WriteInput): Expected {
  return expectedVersion === null || expectedVersion === undefined ? {} : { expectedVersion };
}
