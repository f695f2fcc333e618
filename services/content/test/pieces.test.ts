import { expect, jest, test } from "@jest/globals";
import { createCursors } from "../src/reads/cursors.ts";
import { withDeadline } from "../src/hooks/deadline.ts";

test("a cursor is valid only with the same secret and for the same list", () => {
  const cursors = createCursors("a secret of the tests");
  const sealed = cursors.seal("article -date", '["2026-01-01","x"]');

  expect(sealed).toMatch(/^[\w-]+$/);
  expect(cursors.open("article -date", sealed)).toEqual(["2026-01-01", "x"]);
  expect(cursors.open("article date", sealed)).toBeNull();
  expect(createCursors("another secret").open("article -date", sealed)).toBeNull();
  for (const more of ["x", "=", "!", "\n"]) expect(cursors.open("article -date", sealed + more)).toBeNull();
  expect(["", "x", `${sealed}A`, sealed.slice(2)].map((cursor) => cursors.open("article -date", cursor))).toEqual([null, null, null, null]);
});

test("work that ends in time returns its result; late work is aborted, and its end changes nothing", async () => {
  const late = () => new Error("late");
  let signal: AbortSignal | undefined;

  const quick = await withDeadline(1_000, late, () => "done");
  jest.useFakeTimers();
  const slow = withDeadline(20, late, (given) => {
    signal = given;
    return new Promise((_, reject) => setTimeout(() => reject(new Error("too late to matter")), 60));
  }).catch((error: Error) => error.message);
  await jest.advanceTimersByTimeAsync(100);
  jest.useRealTimers();

  expect(quick).toBe("done");
  expect(await slow).toBe("late");
  expect(signal?.aborted).toBe(true);
});

test("a deadline in the past still allows fast work, and passes on its errors", async () => {
  await expect(
    withDeadline(
      -5,
      () => new Error("late"),
      () => "quick",
    ),
  ).resolves.toBe("quick");
  await expect(
    withDeadline(
      50,
      () => new Error("late"),
      () => Promise.reject(new TypeError("own")),
    ),
  ).rejects.toThrow("own");
});
