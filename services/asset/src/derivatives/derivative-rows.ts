/** Which derivatives are known, reserved and done: rows of the table, and the jobs that follow from them. */
import { createDerivativeTable, type Database, type DerivativeOutcome, type Reserved } from "@colophon/database";
import { AppError } from "@colophon/errors";
import { enqueue } from "@colophon/jobs";
import { dropJob, transformShape, type DerivativeName } from "../jobs.ts";
import type { Transform } from "./transforms.ts";

/** The maximum number of queued derivatives, over all replicas. Further callers get 503 with Retry-After. */
export const MAX_WAITING = 500;
/** Derivatives that one image has at most; the sizes of the configuration beyond that if need be. */
const MAX_DERIVATIVES = 64;

export type DerivativeRows = ReturnType<typeof createDerivativeRows>;

/** The key of a derivative's row, and of its job in the queue: one over all replicas. */
export function rowKeyOf({ id, transformKey }: DerivativeName): string {
  return `${id}-${transformKey}`;
}

export function createDerivativeRows({ db }: { readonly db: Pick<Database, "run" | "one" | "transaction"> }) {
  const table = createDerivativeTable(db);
  return {
    /** Whether a derivative has a row: it was made, is under way, or could not be made. */
    isKnown: (name: DerivativeName): Promise<boolean> => table.exists(rowKeyOf(name)),

    /** What is to be made; null where nobody wants it any more. */
    async find(name: DerivativeName): Promise<Transform | null> {
      const params = await table.findParams(rowKeyOf(name));
      return params === null ? null : transformShape.parse(JSON.parse(params));
    },

    /**
     * Notes that a derivative is to be made, or finds that it could not be made a moment ago. The asset's row is locked
     * meanwhile, as it is by `end`: so replicas take turns.
     * @returns null where too many of this image are under way.
     * @throws NOT_FOUND for a deleted asset
     */
    reserve(name: DerivativeName, transform: Transform): Promise<Reserved | null> {
      const row = { key: rowKeyOf(name), imageId: name.id };
      return db.transaction(async () => {
        if (!(await table.lockImage(name.id))) throw new AppError("NOT_FOUND");
        await table.removeStale(row);
        return table.reserve(row, JSON.stringify(transform), MAX_WAITING);
      });
    },

    /**
     * Notes how making a derivative ended. Where the image has more than 64 then, the least recently served ones go, and
     * a job for their bytes with them.
     * @param kept - keys of transforms that stay in any case.
     * @returns false where the asset was deleted, or the derivative is not wanted any more.
     */
    end(name: DerivativeName, outcome: DerivativeOutcome, kept: Iterable<string>): Promise<boolean> {
      const keptKeys = [name.transformKey, ...kept].map((transformKey) => rowKeyOf({ id: name.id, transformKey }));
      return db.transaction(async () => {
        if (!(await table.lockImage(name.id))) return false;
        if (!(await table.end(rowKeyOf(name), outcome))) return false;
        for (const key of await table.trim(name.id, keptKeys, MAX_DERIVATIVES))
          await enqueue(db, dropJob, { id: name.id, transformKey: key.slice(name.id.length + 1) });
        return true;
      });
    },

    served: table.served,
    states: table.states,
    removeOf: table.removeOf,
    removeOrphans: table.removeOrphans,
  };
}
