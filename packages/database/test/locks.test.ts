import { expect, test } from "@jest/globals";
import { KEYED_LOCKS, LOCKS, keyedLock } from "../src/locks.ts";

test("locks have distinct numbers, and keyed locks distinct seeds and prefixes", () => {
  const numbers = Object.values(LOCKS).map(({ number }) => number);
  const keyed = Object.values(KEYED_LOCKS).map(({ seed, prefix }) => `${seed} ${prefix}`);

  expect(new Set(numbers).size).toBe(numbers.length);
  expect(new Set(keyed).size).toBe(keyed.length);
});

test("a keyed lock is SQL that hashes its prefix and its key", () => {
  expect(keyedLock("user").wait("user_id")).toBe("pg_advisory_xact_lock(hashtextextended('cms.user:' || user_id, 0))");
  expect(keyedLock("idempotency").try("$1")).toBe("pg_try_advisory_xact_lock(hashtextextended($1, 7269))");
});
