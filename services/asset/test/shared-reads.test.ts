import { expect, test } from "@jest/globals";
import { createSharedReads } from "../src/access.ts";

/** Reads that end when the test says so; each gives its number. */
function createControlled() {
  const begun: PromiseWithResolvers<number>[] = [];
  const shared = createSharedReads<number>();
  const read = (): Promise<number> => {
    const one = Promise.withResolvers<number>();
    begun.push(one);
    return one.promise;
  };
  return {
    begun,
    ask: (key = "key") => shared(key, read),
    async end(at: number): Promise<void> {
      begun[at]?.resolve(at);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("calls that come while one reads share the next read, which begins after all of them", async () => {
  const { begun, ask, end } = createControlled();
  const calls = [ask(), ask(), ask()];
  expect(begun).toHaveLength(1);

  await end(0);
  expect(begun).toHaveLength(2);
  calls.push(ask(), ask()); // the second read has begun: they need a third one
  await end(1);
  await end(2);

  expect(await Promise.all(calls)).toEqual([0, 1, 1, 2, 2]);
});

test("a call after the last read begins a new one, and other keys don't wait", async () => {
  const { ask, end } = createControlled();
  const first = [ask("a"), ask("b")];
  await end(1);
  await end(0);

  const later = ask("a");
  await end(2);

  expect(await Promise.all([...first, later])).toEqual([0, 1, 2]);
});

test("a read that fails fails only for its own callers", async () => {
  const { begun, ask, end } = createControlled();
  const failing = ask();
  const next = ask();

  begun[0]?.reject(new Error("away"));
  await expect(failing).rejects.toThrow("away");
  await end(1);

  expect(await next).toBe(1);
});
