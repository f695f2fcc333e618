import { isPlainObject } from "@colophon/model";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "@colophon/model/errors";
import type { Data } from "../hooks/hooks.ts";
import type { Reads } from "../reads/reads.service.ts";
import { readWritten } from "./read-newest.ts";
import type { Write } from "./write.ts";

export type WithUnchanged = ReturnType<typeof createWithUnchanged>;

interface Parsing<T> {
  readonly write: Write;
  readonly body: unknown;
  /** Values that come from another stored record. */
  readonly stored: Data;
  /** Whether the record is new. */
  readonly first: boolean;
  /** @param unchanged - the dotted paths of values that are not checked again. */
  readonly parse: (unchanged: ReadonlySet<string>) => Promise<T>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Values that were stored under an earlier configuration don't prevent a write of the record: if a body is refused, the values that the record
 * has already, as the caller reads it, are accepted, and those that its translations have. Nothing is read for a valid body.
 */
export function createWithUnchanged({ reads }: { readonly reads: Reads }) {
  async function unchangedIn({ write, body, stored, first }: Parsing<unknown>, error: unknown): Promise<ReadonlySet<string>> {
    if (!(error instanceof AppError) || error.code !== "VALIDATION_ERROR" || !error.details) return NONE;
    const refused = error.details.map(({ field }) => field);
    const others = refused.filter((path) => isIn(stored, path) && isStored(body, stored, path.split(".")));
    return new Set([...others, ...(first ? [] : await ownIn({ write, body }, refused))]);
  }

  async function ownIn({ write, body }: Pick<Parsing<unknown>, "write" | "body">, refused: readonly string[]): Promise<readonly string[]> {
    const unhooked = { ...write, call: { ...write.call, runsHooks: false } };
    const stored = await readWritten(reads, unhooked).catch(() => null);
    const isUnpublished = write.entity.versions && !write.facts.draft && stored?.["publishedAt"] === null; // a first publication checks everything
    if (!stored || isUnpublished) return [];
    return refused.filter((path) => isStored(body, stored, path.split(".")));
  }

  return async <T>(parsing: Parsing<T>): Promise<T> => {
    try {
      return await parsing.parse(NONE);
    } catch (error) {
      const unchanged = await unchangedIn(parsing, error);
      if (unchanged.size === 0) throw error;
      return parsing.parse(unchanged);
    }
  };
}

/** Whether a path begins with one of these fields. */
function isIn(values: Data, path: string): boolean {
  return Object.hasOwn(values, path.split(".")[0] ?? "");
}

/** Whether the stored value has the same at the path. */
function isStored(given: unknown, stored: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return isDeepStrictEqual(given ?? null, stored ?? null);
  if (Array.isArray(given) && Array.isArray(stored)) {
    const item: unknown = given[Number(first)];
    return counterparts(item, Number(first), stored).some((counterpart) => isStored(item, counterpart, rest));
  }
  return isPlainObject(given) && isPlainObject(stored) && isStored(given[first], stored[first], rest);
}

/** The stored items that may be this one: a block with its key; otherwise the one at its position, and equal ones. */
function counterparts(item: unknown, at: number, stored: readonly unknown[]): readonly unknown[] {
  const key = isPlainObject(item) ? item["_key"] : undefined;
  if (key !== undefined) return stored.filter((value) => isPlainObject(value) && value["_key"] === key);
  return stored.filter((value, index) => index === at || isDeepStrictEqual(value, item));
}
