import { expect, test } from "@jest/globals";
import { poolSizes, SERVICES } from "../src/stack/services.ts";

const sumOf = (sizes: ReadonlyMap<string, number>) => [...sizes.values()].reduce((sum, size) => sum + size, 0);

test.each([16, 17, 20, 32, 100])("services in one process have %d connections together, each at least two", (total) => {
  const sizes = poolSizes(SERVICES, { DATABASE_POOL_SIZE: String(total) });

  expect(sumOf(sizes)).toBe(total);
  expect(Math.min(...sizes.values())).toBeGreaterThanOrEqual(2);
  expect(sizes.get("gateway")).toBeUndefined();
});

test("by default they have 32, of which the content service has the most", () => {
  const sizes = poolSizes(SERVICES, {});

  expect(sumOf(sizes)).toBe(32);
  expect(Math.max(...sizes.values())).toBe(sizes.get("content"));
});

test("too few for all of them are refused with the number that they need", () => {
  const sized = (size: string, more = {}) => poolSizes(SERVICES, { DATABASE_POOL_SIZE: size, ...more });

  expect(() => sized("15")).toThrow("all services in one process need 16 or more");
  expect(() => sized("20", { ANSWER_CACHE_BYTES: "1" })).toThrow("all services in one process need 21 or more");
});
