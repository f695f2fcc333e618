import { AppError } from "@colophon/errors";
import type { DirectQueue } from "@colophon/jobs";
import type { Asset } from "./asset-rows.ts";
import type { DerivativeRows } from "./derivative-rows.ts";
import type { DerivePayload } from "./derive-image.ts";
import { keyOfTransform, type Transform } from "./transforms.ts";

const WAIT_MS = 15_000;
const POLL_MS = 500;

interface Waiter {
  readonly done: () => void;
  readonly fail: (error: AppError) => void;
}

export interface DerivativesDependencies {
  readonly rows: DerivativeRows;
  readonly queue: DirectQueue<DerivePayload>;
  /** Calls back whenever a derivative may have been finished. */
  readonly onChange: (callback: () => void) => { close(): Promise<void> };
  readonly waitMs?: number;
}

export type Derivatives = ReturnType<typeof createDerivatives>;

/** The queue's key for a derivative: one job over all replicas. */
export function jobKeyOf(id: string, transform: Transform): string {
  return `${id}-${keyOfTransform(transform)}`;
}

/** Has derivatives made by the workers and waits for them. */
export function createDerivatives({ rows, queue, onChange, waitMs = WAIT_MS }: DerivativesDependencies) {
  const underWay = new Map<string, Promise<void>>();
  const waiters = new Map<string, Waiter>();
  let looking: Promise<void> | null = null;
  let again = false;

  /** One look at a time; a call meanwhile has another one follow. */
  function look(): void {
    if (looking) again = true;
    else if (waiters.size > 0) looking = lookOnce().finally(lookedOnce);
  }

  function lookedOnce(): void {
    looking = null;
    if (again) look();
    again = false;
  }

  async function lookOnce(): Promise<void> {
    const keys = [...waiters.keys()];
    // With PostgreSQL away those who wait go on waiting, and the next look may tell.
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

  async function make(key: string, asset: Asset, transform: Transform): Promise<void> {
    const { state, retrySeconds } = await rows.reserve(key, asset.id, transform);
    if (state === "failed") throw failedFor(retrySeconds);
    const done = finished(key);
    done.catch(() => undefined); // it may fail before it is awaited
    const added = await queue.add(key, { id: asset.id, transform });
    if (added === "away") throw unavailable("No new image can be made just now", 5);
    if (added === "full") throw busy();
    look(); // it may have been finished before this began to wait
    await done;
  }

  const listener = onChange(look);
  const timer = setInterval(look, POLL_MS).unref();

  return {
    /**
     * Resolves when the derivative is in storage. Callers of one share one job.
     * @throws SERVICE_UNAVAILABLE (busy, too slow, or the image can't be transformed), TOO_MANY_REQUESTS, NOT_FOUND
     */
    ensure(asset: Asset, transform: Transform): Promise<void> {
      const key = jobKeyOf(asset.id, transform);
      const known = underWay.get(key) ?? make(key, asset, transform).finally(() => underWay.delete(key));
      underWay.set(key, known);
      return known;
    },

    async close(): Promise<void> {
      clearInterval(timer);
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
