import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { isAmong, onChanges, reportChange } from "../../src/events/changes.ts";
import type { FollowedChange } from "../../src/events/follow-changes.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function changeOf(id: string): FollowedChange {
  return { event: "updated", entity: "article", id, version: 1, locale: null, time: "2026-11-26T09:30:00.000Z" };
}

test("changes that come close together are passed on together, the next ones when those have been read", async () => {
  const passed: (readonly FollowedChange[])[] = [];
  const reading = Promise.withResolvers<void>();
  const end = onChanges((changes) => {
    passed.push(changes);
    return passed.length === 1 ? reading.promise : Promise.reject(new Error("refused"));
  });

  reportChange(changeOf("1"));
  reportChange(changeOf("2"));
  await jest.advanceTimersByTimeAsync(1_000);
  reportChange(changeOf("3"));
  await jest.advanceTimersByTimeAsync(10_000);
  const during = [...passed];
  reading.resolve();
  await jest.advanceTimersByTimeAsync(1_000);
  reportChange(changeOf("4"));
  await jest.advanceTimersByTimeAsync(1_000);
  end();

  expect(during).toEqual([[changeOf("1"), changeOf("2")]]);
  expect(passed.slice(1)).toEqual([[changeOf("3")], [changeOf("4")]]);
});

test("a change is one of a record by its id, of a global by its entity; after a reset it can be any", () => {
  expect(isAmong([changeOf("1")], { entity: "article", id: "1" })).toBe(true);
  expect(isAmong([changeOf("1")], { entity: "article", id: "2" })).toBe(false);
  expect(isAmong([changeOf("1")], { entity: "article", id: null })).toBe(true);
  expect(isAmong([changeOf("1")], { entity: "author", id: null })).toBe(false);
  expect(isAmong([{ event: "reset" }], { entity: "author", id: "1" })).toBe(true);
});
