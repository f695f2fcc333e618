import { expect, test } from "@jest/globals";
import { isApiKey, makeApiKey } from "../src/index.ts";

test("a made key has its form and its checksum", () => {
  for (let i = 0; i < 200; i++) {
    const key = makeApiKey();
    expect(key).toMatch(/^cms_[0-9A-Za-z]{38}$/);
    expect(isApiKey(key)).toBe(true);
  }
});

test("any one character mistyped makes it no key", () => {
  const key = makeApiKey();

  for (let i = 4; i < key.length; i++) {
    const other = key[i] === "x" ? "y" : "x";
    expect(isApiKey(key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
  }
});

test.each([
  "",
  "cms_",
  "cms_short",
  `${makeApiKey()} `,
  ` ${makeApiKey()}`,
  makeApiKey().slice(0, -1),
  `${makeApiKey()}0`,
  makeApiKey().replace("cms_", "CMS_"),
  makeApiKey().slice(4),
])("no key: [%s]", (text) => {
  expect(isApiKey(text)).toBe(false);
});
