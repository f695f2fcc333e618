import { expect, test } from "@jest/globals";
import { rememberedRequest, rememberRequest } from "../src/api/remembered-requests.ts";

test("the request of a page is remembered until the page has another one, or none", () => {
  const storage = storageOf();
  rememberRequest("/list", "/api/first", storage);
  rememberRequest("/other", "/api/other", storage);
  expect(rememberedRequest("/list", storage)).toBe("/api/first");
  rememberRequest("/list", "/api/second", storage);
  expect(rememberedRequest("/list", storage)).toBe("/api/second");
  rememberRequest("/list", undefined, storage);
  expect(rememberedRequest("/list", storage)).toBeUndefined();
  expect(rememberedRequest("/other", storage)).toBe("/api/other");
});

test("only the newest 20 pages are remembered", () => {
  const storage = storageOf();
  for (let page = 0; page < 21; page++) rememberRequest(`/${page}`, "/api", storage);
  expect(rememberedRequest("/0", storage)).toBeUndefined();
  expect(rememberedRequest("/1", storage)).toBe("/api");
});

test("what is stored in another form, and a storage that is full, remember nothing", () => {
  expect(rememberedRequest("/list", storageOf("{"))).toBeUndefined();
  const full = { ...storageOf(), setItem: () => { throw new Error("quota"); } } as Storage; // prettier-ignore
  rememberRequest("/list", "/api", full);
  expect(rememberedRequest("/list", full)).toBeUndefined();
});

function storageOf(stored: string | null = null): Storage {
  let text = stored;
  return { getItem: () => text, setItem: (_: string, value: string) => void (text = value) } as unknown as Storage;
}
