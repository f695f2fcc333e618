import { expect, test } from "@jest/globals";
import { isApiKey, makeApiKey } from "../src/credentials/index.ts";

test("a generated key has the right form and checksum", () => {
  for (let i = 0; i < 200; i++) {
    const key = makeApiKey();
    expect(key).toMatch(/^cms_[0-9A-Za-z]{38}$/);
    expect(isApiKey(key)).toBe(true);
  }
});

test("a key with any one wrong character is invalid", () => {
  const key = makeApiKey();

  const mistyped = Array.from(key, (letter, at) => key.slice(0, at) + (letter === "x" ? "y" : "x") + key.slice(at + 1)).slice(4);

  expect(mistyped.filter(isApiKey)).toEqual([]);
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
])("not a key: [%s]", (text) => {
  expect(isApiKey(text)).toBe(false);
});
