import { expect, test } from "@jest/globals";
import type { AdminConfig, AdminEntity } from "../src/api/admin-config.ts";
import { groupOf, inLanguage, offeredLanguage, oneOfEachGroup } from "../src/api/languages.ts";

const config = { locales: ["en", "de-CH", "fr"], defaultLocale: "en" } as unknown as AdminConfig;
const page = { name: "page", translatable: true, global: false } as unknown as AdminEntity;

test.each([
  ["fr", "de", "fr"],
  [undefined, "fr", "fr"],
  [undefined, "de", "de-CH"],
  [undefined, "ja", "en"],
] as const)("beside a record in %s on a page in %s, records are offered in %s", (edited, ofPage, offered) => {
  expect(offeredLanguage(config, edited, ofPage)).toBe(offered);
});

test("a list of translatable records is requested in one language, with the default one as the fallback", () => {
  expect(inLanguage(page, "de-CH")).toEqual({ locale: "de-CH", fallback: true });
  expect(inLanguage({ ...page, translatable: false }, "de-CH")).toEqual({});
  expect(inLanguage({ ...page, global: true }, "de-CH")).toEqual({});
});

test("of each translation group the first record is offered, and records without translations all are", () => {
  const records = [
    { id: "a", translationGroup: "1" },
    { id: "b", translationGroup: "2" },
    { id: "c", translationGroup: "1" },
    { id: "d" },
    { id: "e" },
  ];

  expect(oneOfEachGroup(records).map(({ id }) => id)).toEqual(["a", "b", "d", "e"]);
  expect(records.map(groupOf)).toEqual(["1", "2", "1", "d", "e"]);
});
