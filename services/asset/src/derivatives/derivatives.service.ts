import { routes } from "@colophon/api";
import { AppError } from "@colophon/model/errors";
import type { DirectQueue } from "@colophon/jobs";
import type { Asset } from "@colophon/database";
import { rowKeyOf, type DerivativeRows } from "./derivative-rows.ts";
import type { DerivativeName } from "../jobs.ts";
import type { NewDerivatives } from "./new-derivatives.ts";
import type { ServedTimes } from "./served-times.ts";
import { keyOfTransform, type ImageFacts, type Transform } from "../images/transforms.ts";

const POLL_MS = 500;

/** The image of a requested derivative. */
type Requested = Pick<Asset, "id"> & ImageFacts;

interface Waiter {
  readonly done: () => void;
  readonly fail: (error: AppError) => void;
}

export interface DerivativesDependencies {
  readonly rows: DerivativeRows;
  readonly queue: DirectQueue<DerivativeName>;
  /** Limits the derivatives that callers of the public role can request. */
  readonly newDerivatives: NewDerivatives;
  readonly servedTimes: ServedTimes;
  /** The keys of the transforms of an image that are always kept. */
  readonly namedKeys: (image: ImageFacts) => Iterable<string>;
  /** Calls back when a derivative may have been finished. */
  readonly onChange: (callback: () => void) => { close(): Promise<void> };
  readonly waitMs?: number;
}

export type Derivatives = ReturnType<typeof createDerivatives>;

/** Lets workers make derivatives and waits for them. */
export function createDerivatives({
  rows,
  queue,
  newDerivatives,
  servedTimes,
  namedKeys,
  onChange,
  waitMs = routes.file.budgetMs,
}: DerivativesDependencies) {
  const underWay = new Map<string, Promise<void>>();
  const waiters = new Map<string, Waiter>();
  let checking: Promise<void> | null = null;
  let checkAgain = false;

  /** Runs one check at a time. A call during a check starts another one after it. */
  function check(): void {
    if (checking) checkAgain = true;
    else if (waiters.size > 0) checking = checkOnce().finally(checkEnded);
  }

  function checkEnded(): void {
    checking = null;
    if (checkAgain) check();
    checkAgain = false;
  }

  async function checkOnce(): Promise<void> {
    const keys = [...waiters.keys()];
    // If PostgreSQL is not available, the waiting callers wait for the next check.
    const states = await rows.states(keys).catch(() => null);
    if (states) for (const key of keys) settle(key, states.get(key));
  }

  function settle(key: string, state: string | undefined): void {
    const waiter = waiters.get(key);
    if (state === "ready") waiter?.done();
    else if (state === "failed") waiter?.fail(failedFor(60));
    else if (state === undefined) waiter?.fail(new AppError("NOT_FOUND"));
  }

  function finished(key: string): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => reject(busy()), waitMs);
      const end = (finish: () => void) => () => {
        clearTimeout(limit);
        finish();
      };
      waiters.set(key, { done: end(resolve), fail: (error) => end(() => reject(error))() });
    }).finally(() => waiters.delete(key));
  }

  async function make(asset: Requested, name: DerivativeName, transform: Transform): Promise<void> {
    const key = rowKeyOf(name);
    // The new one may replace another one, which is chosen by these times.
    const [reserved] = await Promise.all([rows.reserve(name, transform, namedKeys(asset)), servedTimes.write(name.id)]);
    if (!reserved) throw busy();
    if (reserved.state === "failed") throw failedFor(reserved.retrySeconds);
    const done = finished(key);
    done.catch(() => undefined); // it may fail before it is awaited
    const added = await queue.add(key, name);
    if (added === "added") check(); // it may have been finished before this began to wait
    else waiters.get(key)?.fail(added === "full" ? busy() : unavailable("No new image can be made just now", 5));
    await done;
  }

  const listener = onChange(check);
  const timer = setInterval(check, POLL_MS).unref();

  return {
    /**
     * Resolves when the derivative is in storage. Callers of one share one job. @param address - of a caller whose new derivatives are
     * counted, else null. @throws SERVICE_UNAVAILABLE (busy, too slow, or the image can't be transformed), TOO_MANY_REQUESTS, NOT_FOUND
     */
    async ensure(asset: Requested, transform: Transform, address: string | null = null): Promise<void> {
      const name = { id: asset.id, transformKey: keyOfTransform(transform) };
      const key = rowKeyOf(name);
      if (address !== null && !underWay.has(key)) await newDerivatives.count(name, address);
      const known = underWay.get(key) ?? make(asset, name, transform).finally(() => underWay.delete(key));
      underWay.set(key, known);
      return known;
    },

    /** Records that a derivative was served. */
    served(asset: Pick<Asset, "id">, transformKey: string): void {
      servedTimes.note(asset.id, rowKeyOf({ id: asset.id, transformKey }));
    },

    async close(): Promise<void> {
      clearInterval(timer);
      for (const { fail } of waiters.values()) fail(unavailable("The service is stopping", 1));
      servedTimes.close();
      await listener.close();
      await queue.close();
    },
  };
}

function busy(): AppError {
  return unavailable("Too many images are being made just now", 5);
}

function failedFor(seconds: number): AppError {
  return unavailable("This image could not be transformed", seconds);
}

function unavailable(message: string, seconds: number): AppError {
  return new AppError("SERVICE_UNAVAILABLE", message, { headers: { "retry-after": String(seconds) } });
}
