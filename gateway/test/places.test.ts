import { expect, test } from "@jest/globals";
import { createPlaces } from "../src/limits/places.ts";

/** Slots, with a record of the order in which requests start. */
function placesOf(limits: Parameters<typeof createPlaces>[0]) {
  const enter = createPlaces(limits);
  const begun: string[] = [];
  return { begun, come: (limitKey: string, name: string) => enter({ limitKey, service: "content" }, () => begun.push(name)) };
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
