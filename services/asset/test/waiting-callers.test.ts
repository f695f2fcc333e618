import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { Added } from "@colophon/jobs";
import type { DerivativeRows } from "../src/derivatives/derivative-rows.ts";
import { createDerivatives } from "../src/derivatives/derivatives.service.ts";
import type { Transform } from "../src/images/transforms.ts";

const WAIT_MS = 1_000;
const ASSET = { id: "01890a5d-ac96-774b-bcce-b302099a8057", mimeType: "image/png", width: 20, height: 20, focus: null };
const TRANSFORM = { width: 10 } as unknown as Transform;

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] }));
afterEach(() => void jest.useRealTimers());

/** Derivatives whose table and queue the test controls. */
function createControlled() {
  const site = { added: "added" as Added, state: "pending" };
  let change = (): void => undefined;
  const rows = {
    reserve: async () => ({ state: "pending", retrySeconds: 0 }),
    states: async (keys: readonly string[]) => new Map(keys.map((key) => [key, site.state])),
  };
  const derivatives = createDerivatives({
    rows: rows as unknown as DerivativeRows,
    queue: { add: async () => site.added, isUp: () => true, depth: async () => [], close: async () => undefined },
    newDerivatives: { count: async () => undefined },
    servedTimes: { note: () => undefined, write: async () => undefined, close: () => undefined },
    namedKeys: () => [],
    onChange: (callback) => {
      change = callback;
      return { close: async () => undefined };
    },
    waitMs: WAIT_MS,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const request = async () => {
    const ended = derivatives.ensure(ASSET, TRANSFORM).then(
      () => "ready",
      (error: unknown) => Object(error).code as string,
    );
    await settle();
    return ended;
  };
  return { site, derivatives, settle, request, change: () => change() };
}

test.each(["away", "full"] as const)(
  "a request that the queue does not accept (%s) doesn't end the wait of the next one",
  async (refused) => {
    const { site, derivatives, settle, request, change } = createControlled();
    site.added = refused;
    const first = await request();
    site.added = "added";
    jest.advanceTimersByTime(WAIT_MS / 2);
    const second = request();
    await settle();
    jest.advanceTimersByTime(WAIT_MS / 2); // the limit of the first one
    await settle();

    site.state = "ready";
    change();
    await settle();
    jest.advanceTimersByTime(WAIT_MS);

    expect([first, await second]).toEqual(["SERVICE_UNAVAILABLE", "ready"]);
    await derivatives.close();
  },
);

test("a stop ends the callers that wait, and leaves no timer", async () => {
  const { derivatives, settle, request } = createControlled();
  const waiting = request();
  await settle();

  await derivatives.close();

  expect(await waiting).toBe("SERVICE_UNAVAILABLE");
  expect(jest.getTimerCount()).toBe(0);
});
