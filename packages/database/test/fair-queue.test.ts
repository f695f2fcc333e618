import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { OWN } from "../src/connections/request-context.ts";
import type { RequestContext } from "../src/connections/request-context.ts";
import { createFairQueue } from "../src/connections/fair-queue.ts";
import type { FairQueue } from "../src/connections/fair-queue.ts";

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate"] }));
afterEach(() => void jest.useRealTimers());

const user = (key: string): RequestContext => ({ key, anonymous: false });
const visitor = (key: string): RequestContext => ({ key, anonymous: true });

/** Requests connections and records the callers that got one, in order. */
function record(queue: FairQueue) {
  const got: string[] = [];
  const ask = (caller: RequestContext, times = 1) => {
    for (let n = 0; n < times; n++)
      Promise.resolve(queue.take(caller)).then(
        () => void got.push(caller.key),
        () => void got.push(`${caller.key} refused`),
      );
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { got, ask, settle };
}

test("one caller may use all connections while nobody else waits", async () => {
  const queue = createFairQueue({ size: 8, waitMs: 1_000 });
  const { got, ask, settle } = record(queue);

  ask(visitor("a"), 8);
  await settle();

  expect(got).toHaveLength(8);
});

test("callers get connections in turn, however many requests each has", async () => {
  const queue = createFairQueue({ size: 4, waitMs: 1_000 });
  const { got, ask, settle } = record(queue);
  ask(OWN, 4);
  ask(user("a"), 3);
  ask(user("b"), 1);
  ask(user("c"), 2);
  await settle();
  got.length = 0;

  for (let n = 0; n < 4; n++) queue.give(OWN);
  await settle();
  for (const key of ["a", "b", "c"]) queue.give(user(key));
  await settle();

  expect(got.slice(0, 5)).toEqual(["a", "b", "c", "a", "c"]);
});

test("while others wait, one caller has at most a quarter of the connections", async () => {
  const queue = createFairQueue({ size: 8, waitMs: 1_000 });
  const { got, ask, settle } = record(queue);
  ask(OWN, 8);
  ask(user("greedy"), 8);
  ask(user("other"), 8);
  await settle();
  got.length = 0;

  for (let n = 0; n < 8; n++) queue.give(OWN);
  await settle();

  expect(got.toSorted()).toEqual(["greedy", "greedy", "other", "other"]);
});

test("anonymous callers together have at most half of the connections while a signed-in user waits", async () => {
  const queue = createFairQueue({ size: 8, waitMs: 1_000 });
  const { got, ask, settle } = record(queue);
  ask(OWN, 8);
  for (let n = 0; n < 8; n++) ask(visitor(`visitor ${n}`));
  ask(user("editor"), 3);
  await settle();
  got.length = 0;

  for (let n = 0; n < 7; n++) queue.give(OWN);
  await settle();

  expect(got.filter((key) => key.startsWith("visitor"))).toHaveLength(4);
  expect(got.filter((key) => key === "editor")).toHaveLength(2);
});

test("only requests that get no connection in time fail with 503", async () => {
  const queue = createFairQueue({ size: 2, waitMs: 1_000 });
  const { got, ask, settle } = record(queue);
  ask(user("slow"), 2);
  ask(user("early"));
  await settle();
  jest.advanceTimersByTime(600);
  ask(user("late"));
  await settle();
  jest.advanceTimersByTime(500);
  await settle();

  queue.give(user("slow"));
  await settle();

  expect(got).toEqual(["slow", "slow", "early refused", "late"]);
  expect(queue.waiting()).toBe(0);
});

test("connections that one caller was denied are given to it when the others have finished", async () => {
  const queue = createFairQueue({ size: 4, waitMs: 1_000 });
  const { got, ask, settle } = record(queue);
  ask(visitor("a"), 2);
  ask(visitor("b"), 2);
  ask(visitor("a"), 2);
  jest.advanceTimersByTime(900);
  ask(visitor("b"), 1);
  queue.give(visitor("a"));
  await settle();
  const meanwhile = got.length;
  jest.advanceTimersByTime(200);
  await settle();

  expect(meanwhile).toBe(4);
  expect(got.slice(4)).toEqual(["a refused", "a refused", "b"]);
});
