import { expect, test } from "@jest/globals";
import { heldBytes } from "../../tests/support/long-lived-bytes.ts";
import { createConcurrencyLimiter, laneOf, type Lane } from "../src/limits/concurrency-limiter.ts";

/** Slots, with a record of the order in which requests start. */
function placesOf(limits: Parameters<typeof createConcurrencyLimiter>[0]) {
  const enter = createConcurrencyLimiter(limits);
  const begun: string[] = [];
  const come = (limitKey: string, name: string, lane: Lane = "requests") =>
    enter({ limitKey, service: "asset", lane }, () => begun.push(name));
  return { begun, come };
}

test("a caller's requests wait only for its own slots, and start in order", () => {
  const { begun, come } = placesOf({ perCaller: 2, waitingPerCaller: 2 });

  const first = come("a", "a1");
  come("a", "a2");
  come("a", "a3");
  come("a", "a4");
  come("b", "b1");
  const before = [...begun];
  first();

  expect(before).toEqual(["a1", "a2", "b1"]);
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});

test("requests beyond the queue's limit are refused with 429, and accepted again when there is space", () => {
  const { begun, come } = placesOf({ perCaller: 1, waitingPerCaller: 1 });
  const first = come("a", "a1");
  const second = come("a", "a2");

  expect(() => come("a", "a3")).toThrow(expect.objectContaining({ code: "TOO_MANY_REQUESTS", headers: { "retry-after": "1" } }));
  first();
  second();
  come("a", "a4");

  expect(begun).toEqual(["a1", "a2", "a4"]);
});

test("a request that is cancelled while waiting never starts, and uses no slot", () => {
  const { begun, come } = placesOf({ perCaller: 1, waitingPerCaller: 5, perService: 1 });
  const first = come("a", "a1");
  const second = come("a", "a2");
  const other = come("b", "b1");
  come("b", "b2");
  second();
  other();
  first();

  expect(begun).toEqual(["a1", "b2"]);
});

test("a service's slots are shared by all callers, in the order of arrival", () => {
  const { begun, come } = placesOf({ perCaller: 10, perService: 2 });

  const leaves = ["a", "a", "a", "b"].map((caller, index) => come(caller, `${caller}${index}`));
  leaves[0]!();
  leaves[1]!();

  expect(begun).toEqual(["a0", "a1", "a2", "b3"]);
});

test("uploads and files have slots of their own: they don't occupy those of other requests, or of each other", () => {
  const { begun, come } = placesOf({ perCaller: 1, perService: 1 });

  for (const lane of ["uploads", "files", "requests"] as const) come("a", `${lane} of a`, lane);
  for (const lane of ["uploads", "files", "requests"] as const) come("b", `${lane} of b`, lane);

  expect(begun).toEqual(["uploads of a", "files of a", "requests of a"]);
});

test("a caller whose request ends keeps the slots of its others; when all have ended, it has all slots again", () => {
  const { begun, come } = placesOf({ perCaller: 2, waitingPerCaller: 2 });

  const [first, second] = [come("a", "a1"), come("a", "a2")];
  first();
  const third = come("a", "a3");
  come("a", "a4")();
  const meanwhile = [...begun];
  second();
  third();
  come("a", "a5");
  come("a", "a6");

  expect(meanwhile).toEqual(["a1", "a2", "a3"]);
  expect(begun).toEqual(["a1", "a2", "a3", "a5", "a6"]);
});

test("nothing is kept of callers whose requests have ended", () => {
  const { come } = placesOf({});

  const before = heldBytes();
  for (let i = 0; i < 500; i++) come(Buffer.alloc(100_000 + i, "a").toString(), "request")();

  expect(heldBytes() - before).toBeLessThan(25_000_000);
});

test.each([
  [{ body: "upload" }, "uploads"],
  [{ body: "upload", bucket: "files" }, "uploads"],
  [{ body: "none", bucket: "files" }, "files"],
  [{ body: "json", bucket: "session" }, "requests"],
] as const)("requests with the policy %j have slots among the %s", (policy, lane) => {
  expect(laneOf(policy as Parameters<typeof laneOf>[0])).toBe(lane);
});
