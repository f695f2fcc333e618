import { expect, test } from "@jest/globals";
import { isNotModified, isPreconditionFailed, isRangeOfThis } from "../src/http/conditions.ts";

const etag = '"2.abc"';
const MODIFIED = { etag, modifiedAt: new Date("2026-03-04T05:06:07.800Z") };
const [EARLIER, SAME, LATER] = ["Wed, 04 Mar 2026 05:06:06 GMT", "Wed, 04 Mar 2026 05:06:07 GMT", "Wed, 04 Mar 2026 05:06:08 GMT"];
const OTHER = '"3.abc"';

test.each([
  [{}, false],
  [{ "if-none-match": etag }, true],
  [{ "if-none-match": `W/${etag}` }, true],
  [{ "if-none-match": `${OTHER}, ${etag}` }, true],
  [{ "if-none-match": "*" }, true],
  [{ "if-none-match": OTHER }, false],
  [{ "if-modified-since": EARLIER }, false],
  [{ "if-modified-since": SAME }, true],
  [{ "if-modified-since": LATER }, true],
  [{ "if-modified-since": "yesterday" }, false],
  [{ "if-none-match": OTHER, "if-modified-since": LATER }, false],
])("%j: whether the caller already has the answer is %s", (headers, expected) => {
  expect(isNotModified(headers, MODIFIED)).toBe(expected);
});

test.each([
  [{}, false],
  [{ "if-match": etag }, false],
  [{ "if-match": `${OTHER}, ${etag}` }, false],
  [{ "if-match": "*" }, false],
  [{ "if-match": OTHER }, true],
  [{ "if-match": `W/${etag}` }, true],
  [{ "if-unmodified-since": EARLIER }, true],
  [{ "if-unmodified-since": SAME }, false],
  [{ "if-unmodified-since": LATER }, false],
  [{ "if-unmodified-since": "yesterday" }, false],
  [{ "if-match": etag, "if-unmodified-since": EARLIER }, false],
])("%j: whether the caller requires another answer is %s", (headers, expected) => {
  expect(isPreconditionFailed(headers, MODIFIED)).toBe(expected);
});

test.each([
  [{}, true],
  [{ "if-range": etag }, true],
  [{ "if-range": ` ${etag} ` }, true],
  [{ "if-range": OTHER }, false],
  [{ "if-range": `W/${etag}` }, false],
  [{ "if-range": EARLIER }, false],
  [{ "if-range": SAME }, true],
  [{ "if-range": LATER }, false],
  [{ "if-range": "yesterday" }, false],
])("%j: whether a range continues what the caller has is %s", (headers, expected) => {
  expect(isRangeOfThis(headers, MODIFIED)).toBe(expected);
});

test("an answer that changes within a second has no date, so dates don't match it", () => {
  const changing = { etag };

  expect(isNotModified({ "if-modified-since": LATER }, changing)).toBe(false);
  expect(isPreconditionFailed({ "if-unmodified-since": EARLIER }, changing)).toBe(false);
  expect(isRangeOfThis({ "if-range": SAME }, changing)).toBe(false);
});
