import { expect, test } from "@jest/globals";
import { linkAddress } from "../../src/rich-text/tools/addresses.ts";

test.each([
  ["example.com", "https://example.com"],
  [" example.com/a?b#c ", "https://example.com/a?b#c"],
  ["bücher.example", "https://bücher.example"],
  ["someone@example.com", "mailto:someone@example.com"],
  ["http://example.com", "http://example.com"],
  ["tel:+4912", "tel:+4912"],
  ["/about", "/about"],
  ["#part", "#part"],
  ["javascript:alert(1)", null],
  ["two words", null],
])("%j as the address of a link is %j", (typed, url) => {
  expect(linkAddress(typed)).toBe(url);
});
