import { expect, test } from "@jest/globals";
import { localeOf } from "../src/texts/formats.ts";

test("the format is that of the browser's region if the browser has the page's language", () => {
  expect(localeOf("en", ["en-GB", "en"])).toBe("en-GB");
  expect(localeOf("de", ["en-GB", "de-AT", "de-CH"])).toBe("de-AT");
  expect(localeOf("en", ["EN-au"])).toBe("EN-au");
  expect(localeOf("en", ["en-Latn-CA"])).toBe("en-Latn-CA");
});

test("otherwise the format is that of the page's language", () => {
  expect(localeOf("en", ["de-DE", "fr"])).toBe("en");
  expect(localeOf("en", [])).toBe("en");
  expect(localeOf("en", ["enm", "en_GB", "en-US@posix"])).toBe("en"); // another language, and tags that Intl refuses
});

test("formats of regions differ", () => {
  const format = (language: string, preferred: readonly string[]) =>
    new Intl.DateTimeFormat(localeOf(language, preferred), { dateStyle: "medium", timeZone: "UTC" }).format(Date.UTC(2099, 4, 1));

  expect(format("en", ["en-GB"])).toBe("1 May 2099");
  expect(format("en", ["en-US"])).toBe("May 1, 2099");
  expect(format("de", ["en-GB"])).toBe("01.05.2099");
});
