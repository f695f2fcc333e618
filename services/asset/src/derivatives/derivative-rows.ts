/** Known, reserved and finished derivatives: rows of the table, and their jobs. */
import { createDerivativeTable, type Database, type DerivativeOutcome, type Reserved } from "@colophon/database";
import { AppError } from "@colophon/model/errors";
import { enqueue } from "@colophon/jobs";
import { dropJob, transformShape, type DerivativeName } from "../jobs.ts";
import type { Transform } from "../images/transforms.ts";

/**
 * The maximum numbers of queued derivatives, over all replicas: those that callers wait for, who get 503 with Retry-After beyond it, and
 * those that are prepared. The images of a large import wait for room with one job each, where autoscalers count them.
 */
export const MAX_WAITING = { awaited: 500, background: 100 } as const;
/** Maximum number of derivatives of one image; more if the configured sizes need it. */
const MAX_DERIVATIVES = 64;

export type DerivativeRows = ReturnType<typeof createDerivativeRows>;

/** The key of a derivative's row, and of its job in the queue: the same in all replicas. */
export function rowKeyOf({ id, transformKey }: DerivativeName): string {
  return `${id}-${transformKey}`;
}

function rowKeysOf(id: string, transformKeys: Iterable<string>): readonly string[] {
  return [...transformKeys].map((transformKey) => rowKeyOf({ id, transformKey }));
}

export function createDerivativeRows({ db }: { readonly db: Pick<Database, "run" | "one" | "transaction"> }) {
  const table = createDerivativeTable(db);

  /** The asset's row is locked meanwhile, so that workers take turns. */
  function trim(name: DerivativeName, kept: Iterable<string>): Promise<void> {
    const keptKeys = rowKeysOf(name.id, [name.transformKey, ...kept]);
    return db.transaction(async () => {
      if (!(await table.lockImage(name.id))) return;
      for (const key of await table.trim(name.id, keptKeys, MAX_DERIVATIVES))
        await enqueue(db, dropJob, { id: name.id, transformKey: key.slice(name.id.length + 1) });
    });
  }

  return {
    /** Whether a derivative has a row: it exists, is pending, or failed. */
    isKnown: (name: DerivativeName): Promise<boolean> => table.exists(rowKeyOf(name)),

    /** The derivative to make; null if it is no longer needed. */
    async find(name: DerivativeName): Promise<Transform | null> {
      const params = await table.findParams(rowKeyOf(name));
      return params === null ? null : transformShape.parse(JSON.parse(params));
    },

    /**
     * Reserves a derivative that will be made, or finds that it failed a moment ago. @param kept - keys of transforms that stay pending,
     * however long ago they were requested. @returns null if too many of this image are pending. @throws NOT_FOUND for a deleted asset
     */
    async reserve(name: DerivativeName, transform: Transform, kept: Iterable<string>): Promise<Reserved | null> {
      const options = { params: JSON.stringify(transform), kept: rowKeysOf(name.id, kept), maxPending: MAX_WAITING.awaited };
      const reserved = await table.reserve({ key: rowKeyOf(name), imageId: name.id }, options);
      if (reserved === "no image") throw new AppError("NOT_FOUND");
      return reserved;
    },

    /**
     * Records the result of making a derivative. If the image then has more than 64, the least recently served ones are removed, with a job
     * for their bytes. @param kept - keys of transforms that are never removed. @returns false if the asset was deleted, or the derivative
     * is no longer needed.
     */
    async end(name: DerivativeName, outcome: DerivativeOutcome, kept: Iterable<string>): Promise<boolean> {
      const ended = await table.end(rowKeyOf(name), outcome); // callers who wait for it are told now
      if (ended === null) return false;
      if (ended > MAX_DERIVATIVES) await trim(name, kept);
      return true;
    },

    /** Removes one that can't be made, because its original is missing. Callers who wait for it are told that it doesn't exist. */
    forget: (name: DerivativeName): Promise<void> => table.forget(rowKeyOf(name)),

    /** Some that are pending, but that no request waits for any more. @param after - the last one of the call before; null at first */
    async unended(after: DerivativeName | null, max: number): Promise<readonly DerivativeName[]> {
      const found = await table.unended(after ? rowKeyOf(after) : "", max);
      return found.map(({ key, imageId: id }) => ({ id, transformKey: key.slice(id.length + 1) }));
    },

    /** Removes one that is pending, unless a request waits for it. */
    abandon: (name: DerivativeName): Promise<void> => table.abandon(rowKeyOf(name)),

    /** Those that have no row. */
    async unknownAmong(names: readonly DerivativeName[]): Promise<readonly DerivativeName[]> {
      const known = names.length === 0 ? new Map() : await table.states(names.map(rowKeyOf));
      return names.filter((name) => !known.has(rowKeyOf(name)));
    },

    served: table.served,
    states: table.states,
    removeOf: table.removeOf,
    removeOrphans: table.removeOrphans,
  };
}
