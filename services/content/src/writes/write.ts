import type { HookName } from "@colophon/config";
import { isLocalized, isUuid, type Entity, type Schema, type WriteData } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import type { Data, HookFacts } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";

/** What every write takes; an operation may take more. */
export interface WriteInput {
  readonly entity: string;
  /** Null or left out for a global, and for a record that is not there yet; of a translatable global the locale. */
  readonly id?: string | null;
  readonly body?: Data;
  /** The version that the caller has read; null or left out when any will do. */
  readonly expectedVersion?: number | null;
}

/** The version as the engine takes it: left out when any will do. */
export interface Expected {
  readonly expectedVersion?: number;
}

/** One write under way. */
export interface Write<Input extends WriteInput = WriteInput> {
  readonly call: Call;
  readonly entity: Entity;
  /** The key of its row, as the engine takes it. */
  readonly id: string | null;
  readonly input: Input;
  readonly expected: Expected;
  /** The names of its before-hooks. */
  readonly before: readonly HookName[];
  /** Whether the project has any of those: then the write runs in a transaction, and its record is locked. */
  readonly isHooked: boolean;
  /** The context that hooks get. */
  readonly facts: HookFacts;
}

export const NOTHING: WriteData = { values: {}, references: [], locale: null, translationGroup: null };

/** A record's id as it is stored. @throws NOT_FOUND for what is none */
export function idOf(id: string): string {
  if (!isUuid(id)) throw new AppError("NOT_FOUND");
  return id.toLowerCase();
}

/** The key of the row that a write is about: its id; of a translatable global the locale, left out the default one. @throws NOT_FOUND */
export function rowKeyOf({ config }: Pick<Schema, "config">, entity: Entity, { id = null }: WriteInput): string | null {
  if (entity.kind === "collection") return idOf(id ?? "");
  return isLocalized(entity) ? (id ?? config.defaultLocale) : null;
}

export function expectedOf({ expectedVersion }: WriteInput): Expected {
  return expectedVersion === null || expectedVersion === undefined ? {} : { expectedVersion };
}
