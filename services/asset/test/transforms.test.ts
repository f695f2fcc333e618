import { describe, expect, test } from "@jest/globals";
import { keyOfTransform, parseTransform, resolveTransform, transformsOf, type ImageFacts } from "../src/images/transforms.ts";

const photo: ImageFacts = { mimeType: "image/jpeg", width: 4_000, height: 3_000, focus: null };

function keyOf(search: string, image: ImageFacts = photo, accept = ""): string {
  const asked = parseTransform(search);
  if (!asked) throw new Error("nothing asked");
  return keyOfTransform(resolveTransform(asked, image, accept));
}
function resolved(search: string, image: ImageFacts = photo, accept = "") {
  return resolveTransform(parseTransform(search)!, image, accept);
}

test("without a known parameter there is no transform", () => {
  expect(parseTransform("")).toBeNull();
  expect(parseTransform("?v=1&utm_source=x")).toBeNull();
  expect(parseTransform("?v=1&w=10")).not.toBeNull();
});

test.each([
  "w=0",
  "w=4097",
  "w=1.5",
  "w=-1",
  "w=",
  "w=1e3",
  "w=0x10",
  "w=%201",
  "w=01",
  "w=1&w=1",
  "h=x",
  "fit=stretch",
  "fit=",
  "format=gif",
  "format=svg",
  "q=0",
  "q=101",
  "q=80&q=80",
  "fp=1",
  "fp=0.5,0.5,0.5",
  "fp=2,0",
  "fp=-0.1,0",
  "fp=a,b",
  "fp=NaN,0",
  "fp=1e-1,0",
])("?%s is refused and named", (search) => {
  expect(() => parseTransform(`?${search}`)).toThrow(
    expect.objectContaining({ code: "VALIDATION_ERROR", details: [expect.objectContaining({ field: search.split("=")[0] })] }),
  );
});

test("all invalid parameters are reported together", () => {
  expect(() => parseTransform("?w=x&h=0&q=200")).toThrow(
    expect.objectContaining({ details: [{ field: "w" }, { field: "h" }, { field: "q" }].map((one) => expect.objectContaining(one)) }),
  );
});

describe("transforms with the same result have the same key", () => {
  test.each([
    ["w=100", "w=100&fit=inside"],
    ["w=100", "w=100&fit=cover"],
    ["w=100&h=50", "h=50&w=100&fit=cover"],
    ["w=100", "w=100&q=80&format=jpeg"],
    ["w=100", "w=100&fp=0.1,0.1"],
    ["w=4000", "w=4096"],
    ["w=4096&h=4096", "w=3000&h=3000"],
    ["w=4096&h=4096&fit=contain", "w=4000&h=4000&fit=contain"],
    ["w=100&format=png", "w=100&format=png&q=10"],
    ["w=100&h=50", "w=100&h=50&unknown=1"],
  ])("?%s and ?%s", (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });
});

describe("transforms with different results have different keys", () => {
  test.each([
    ["w=100", "w=101"],
    ["w=100&h=50", "w=100&h=50&fit=inside"],
    ["w=100&h=50", "w=100&h=50&fp=0.1,0.1"],
    ["w=100&fit=fill", "w=100"],
    ["w=100&q=80", "w=100&q=81"],
  ])("?%s and ?%s", (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  test("another focal point on the record gives another key", () => {
    expect(keyOf("w=10&h=10", { ...photo, focus: [0.1, 0.2] })).not.toBe(keyOf("w=10&h=10"));
  });
});

test.each([
  ["image/avif,image/webp,*/*", "image/jpeg", "avif"],
  ["image/webp,*/*", "image/jpeg", "webp"],
  ["image/avif;q=0, image/webp", "image/jpeg", "webp"],
  ["*/*", "image/jpeg", "jpeg"],
  ["", "image/png", "png"],
  ["*/*", "image/gif", "png"],
])("format=auto with Accept %j for a %s is %s", (accept, mimeType, format) => {
  expect(resolved("w=10&format=auto", { ...photo, mimeType }, accept).format).toBe(format);
});

test("the default quality is 80, and 50 for AVIF", () => {
  expect([resolved("format=webp").q, resolved("format=avif").q]).toEqual([80, 50]);
});

test.each([
  ["format=avif", { w: 2_560, h: null, fit: "inside" }],
  ["format=avif&h=4000", { w: 2_560, h: null, fit: "inside" }],
  ["format=avif&w=4096&h=2048", { w: 2_560, h: 1_280, fit: "cover" }],
  ["format=avif&w=2560&h=2560&fit=outside", { w: 1_920, h: 1_920, fit: "outside" }],
  ["format=avif&w=800", { w: 800, h: null, fit: "inside" }],
])("AVIF is at most 2,560 wide: %s", (search, expected) => {
  expect(resolved(search)).toMatchObject(expected);
});

test("a configured size with format auto is created for both kinds of browsers", () => {
  const transforms = transformsOf({ w: 400, format: "auto" }, photo);

  expect(transforms.map(({ format }) => format)).toEqual(["avif", "webp"]);
  expect(keyOfTransform(transforms[1]!)).toBe(keyOf("w=400&format=auto", photo, "image/webp"));
});
