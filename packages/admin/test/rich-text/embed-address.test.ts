import { expect, test } from "@jest/globals";
import { embedAddress, providerOf } from "../../src/rich-text/tools/addresses.ts";

test.each([
  ["example.com/a?b", "https://example.com/a?b"],
  [" https://example.com ", "https://example.com"],
  ["http://example.com", null],
  ["someone@example.com", null],
  ["/about", null],
  ["", null],
])("%j as the address of an embedded page is %j", (typed, url) => {
  expect(embedAddress(typed)).toBe(url);
});

test.each([
  ["https://www.youtube.com/watch?v=1", "youtube"],
  ["https://youtu.be/1", "youtube"],
  ["https://player.vimeo.com/1", "vimeo"],
  ["https://maps.example.org/1", "maps.example.org"],
  ["https://a.b.com/1", "a.b.com"],
])("the provider of %j is %j", (url, provider) => {
  expect(providerOf(url)).toBe(provider);
});
