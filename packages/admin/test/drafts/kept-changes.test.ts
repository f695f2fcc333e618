import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createKeeping, type KeptChanges } from "../../src/drafts/session/kept-changes.ts";
import { createForm } from "../../src/record-model/form.ts";
import { formFields } from "../record-model/support.ts";

const FRAME_MS = 16;

/** A form whose changes are kept, and the titles that were kept. */
function open() {
  const form = createForm(formFields({ name: "title", type: "text" }), { title: "" });
  const kept: unknown[] = [];
  const keeper = { keep: ({ values }: KeptChanges) => void kept.push(values["title"]) };
  const { keepSoon, stop } = createKeeping({ form, keeper });
  const type = (title: string) => {
    form.set("title", title);
    keepSoon();
  };
  return { type, kept, stop };
}

function paintAfter(ms: number | null): void {
  Object.assign(globalThis, { requestAnimationFrame: (run: () => void) => (ms === null ? 0 : setTimeout(run, ms)) });
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, "requestAnimationFrame");
});

test("while somebody types, changes are kept when a key was painted, and not beside it", async () => {
  paintAfter(FRAME_MS);
  const { type, kept, stop } = open();
  const keptAtKeys: unknown[][] = [];

  for (const title of ["a", "ab", "abc", "abcd", "abcde"]) {
    type(title);
    keptAtKeys.push([...kept]);
    await jest.advanceTimersByTimeAsync(200);
  }

  expect(keptAtKeys).toEqual([[], [], [], ["abc"], ["abc"]]);
  stop();
});

test("changes are kept after a pause", async () => {
  paintAfter(FRAME_MS);
  const { type, kept } = open();

  type("a");
  await jest.advanceTimersByTimeAsync(200);
  type("ab");
  await jest.advanceTimersByTimeAsync(400);

  expect(kept).toEqual(["ab"]);
  expect(jest.getTimerCount()).toBe(0);
});

test("in a page that is hidden, and not painted, changes are kept after a pause, too", async () => {
  paintAfter(null);
  const { type, kept } = open();

  for (const title of ["a", "ab", "abc"]) {
    type(title);
    await jest.advanceTimersByTimeAsync(200);
  }
  await jest.advanceTimersByTimeAsync(200);

  expect(kept).toEqual(["abc"]);
});

test("nothing is kept after a stop", async () => {
  paintAfter(FRAME_MS);
  const { type, kept, stop } = open();

  type("a");
  await jest.advanceTimersByTimeAsync(399);
  type("ab");
  stop();
  await jest.advanceTimersByTimeAsync(1_000);

  expect(kept).toEqual([]);
});
