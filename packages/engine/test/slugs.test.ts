import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { SLUG_PATTERN } from "@colophon/model";
import { toSlug } from "@colophon/config";

test.each([
  ["Hello, World!", "hello-world"],
  ["Straße", "strasse"],
  ["STRASSE und GROẞ", "strasse-und-gross"],
  ["Über Größe & Maß", "uber-grosse-mass"],
  ["Ærø Łódź đak þorn", "aero-lodz-dak-thorn"],
  ["Crème brûlée", "creme-brulee"],
  ["don't stop", "dont-stop"],
  ["ＦＵＬＬ ｗｉｄｔｈ ①", "full-width-1"],
  ["Привет мир", "privet-mir"],
  ["Ελλάδα", "ellada"],
  ["İstanbul ışık", "istanbul-isik"],
  ["camelCaseStays", "camelcasestays"],
  ["  --a__b--  ", "a-b"],
  ["你好", ""],
  ["!!!", ""],
])("%j becomes %j", (text, slug) => {
  expect(toSlug(text)).toBe(slug);
});

test("whatever the text, the slug is empty or well-formed and at most 255 long", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
      const slug = toSlug(text);
      if (slug !== "") expect(slug).toMatch(SLUG_PATTERN);
      expect(slug.length).toBeLessThanOrEqual(255);
    }),
    { numRuns: 500 },
  );
});
