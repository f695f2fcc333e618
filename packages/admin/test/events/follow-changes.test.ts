import { afterEach, expect, test } from "@jest/globals";
import { setImmediate } from "node:timers/promises";
import { followChanges, type FollowedChange } from "../../src/events/follow-changes.ts";

const CHANGE: FollowedChange = { event: "updated", entity: "article", id: "1", version: 1, locale: null, time: "2026-11-26T09:30:00.000Z" };
let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

/** A tab that follows the changes. Its stream lasts until it is refused or the tab is closed. */
function openTab(locks?: LockManager) {
  const told: FollowedChange[] = [];
  let tell: ((change: FollowedChange) => void) | null = null;
  let refuse: (() => void) | null = null;
  async function* open(signal: AbortSignal): AsyncGenerator<FollowedChange> {
    while (!signal.aborted) {
      const next = Promise.withResolvers<FollowedChange | null>();
      [tell, refuse] = [next.resolve, () => next.reject(new Error("refused"))];
      signal.addEventListener("abort", () => next.resolve(null));
      const change = await next.promise;
      if (change) yield change;
    }
  }
  const close = followChanges({ open, onChange: (change) => void told.push(change) }, ...(locks === undefined ? [] : [locks]));
  ends.push(close);
  return { told, close, hasStream: () => tell !== null, tell: (change: FollowedChange) => tell?.(change), refuse: () => refuse?.() };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await setImmediate();
}

test("all tabs follow one stream; when its tab is closed another opens one, and all are told that something may be missing", async () => {
  const first = openTab();
  await until(first.hasStream);
  const [second, third] = [openTab(), openTab()];

  first.tell(CHANGE);
  await until(() => [first, second, third].every(({ told }) => told.length === 1));
  const streams = [second.hasStream(), third.hasStream()];
  first.close();
  await until(() => second.told.length === 2 && third.told.length === 2);

  expect(streams).toEqual([false, false]);
  expect([first.told, second.told, third.told]).toEqual([[CHANGE], [CHANGE, { event: "reset" }], [CHANGE, { event: "reset" }]]);
  expect([second, third].filter(({ hasStream }) => hasStream())).toHaveLength(1);
});

test("a tab whose stream is refused leaves it to the others", async () => {
  const first = openTab();
  await until(first.hasStream);
  const second = openTab();

  first.refuse();
  await until(second.hasStream);
  second.tell(CHANGE);
  await until(() => first.told.length === 2);

  expect(first.told).toEqual([{ event: "reset" }, CHANGE]);
});
