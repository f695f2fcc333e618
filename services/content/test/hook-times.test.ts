import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { Schema } from "@colophon/engine";
import type { Log } from "@colophon/runtime";
import { createHooks } from "../src/hooks/hooks.ts";
import type { Call } from "../src/http/calls.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const endless = () => new Promise<never>(() => undefined);
const note = { name: "note", hooks: { beforeCreate: endless, afterCreate: endless } };
const log = { error: () => undefined, child: () => log } as unknown as Log;

/** After how many milliseconds a step of a write ends whose hooks never do; the write began this long before. */
async function lasts(step: "beforeCreate" | "afterCreate", begunBeforeMs: number): Promise<number> {
  const hooks = createHooks({
    schema: { config: { entities: [note] } } as unknown as Schema,
    openDb: () => ({}),
    log,
    onFailure: () => undefined,
  });
  const startedAt = performance.now();
  const call = { runsHooks: true, askedAtMs: startedAt - begunBeforeMs } as Call;
  const facts = { entity: "note", operation: "create", draft: false, locale: null, record: {} } as const;
  let endedAt = NaN;
  const end = () => void (endedAt = performance.now());

  const work = step === "beforeCreate" ? hooks.before(step, call, facts) : hooks.after(step, call, facts);
  work.then(end, end);
  await jest.advanceTimersByTimeAsync(20_000);
  return endedAt - startedAt;
}

test("before-hooks share the five seconds of their write", async () => {
  expect([await lasts("beforeCreate", 0), await lasts("beforeCreate", 4_000)]).toEqual([5_000, 1_000]);
});

test("after slow before-hooks, after-hooks may delay the answer less, so that the gateway doesn't report a completed write as failed", async () => {
  const lengths = [await lasts("afterCreate", 0), await lasts("afterCreate", 4_000), await lasts("afterCreate", 4_900)];

  expect(lengths).toEqual([2_000, 500, 0]);
});
