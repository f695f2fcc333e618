import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createKnownTexts } from "../src/texts/known-texts.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a text is formatted once, in all visits", () => {
  const store = storeOf();
  const first = createKnownTexts(store);
  expect([first.isEmpty(), first.textOf("a", () => "1"), first.textOf("a", () => "2")]).toEqual([true, "1", "1"]);
  jest.runAllTimers();

  const second = createKnownTexts(store);
  expect([second.isEmpty(), second.textOf("a", () => "2"), second.textOf("b", () => "3")]).toEqual([false, "1", "3"]);
});

test("the 500 texts that were used last are kept", () => {
  const store = storeOf();
  const texts = createKnownTexts(store);
  for (let at = 0; at < 500; at++) texts.textOf(`${at}`, () => "old");
  texts.textOf("0", () => "new");
  texts.textOf("500", () => "old");
  jest.runAllTimers();

  const next = createKnownTexts(store);
  expect(["0", "2", "500", "1"].map((key) => next.textOf(key, () => "new"))).toEqual(["old", "old", "old", "new"]);
});

test("after a sign-out nothing is known, and nothing is stored", () => {
  const store = storeOf();
  const texts = createKnownTexts(store);
  texts.textOf("a", () => "1");
  jest.runAllTimers();
  texts.textOf("b", () => "2");
  texts.forget();
  jest.runAllTimers();

  expect(store.getItem()).toBeNull();
  expect(texts.textOf("a", () => "2")).toBe("2");
});

test("what is stored in another form, a storage that is full, and none at all: every visit formats again", () => {
  const full = { ...storeOf("{"), setItem: () => { throw new Error("quota"); } }; // prettier-ignore
  for (const store of [full, undefined]) {
    expect(createKnownTexts(store).textOf("a", () => "1")).toBe("1");
    expect(() => jest.runAllTimers()).not.toThrow();
    expect(createKnownTexts(store).textOf("a", () => "2")).toBe("2");
  }
});

function storeOf(stored: string | null = null) {
  let value = stored;
  return {
    getItem: () => value,
    setItem: (_key: string, text: string) => void (value = text),
    removeItem: () => void (value = null),
  };
}
