import { expect, test } from "@jest/globals";
import { patternOf } from "@colophon/config";
import { parseValue, startPass } from "@colophon/model";
import { parseCodeRequest } from "../src/http/bodies.ts";

const ADDRESSES = [
  "ada@example.org",
  "ADA@Example.ORG",
  "a.b+c@x-y.example.co",
  "jürgen@example.org",
  "o'neil@example.org",
  "a@b.c",
  "a@1.2",
  "x".repeat(64) + "@example.org",
  "",
  "ada",
  "ada@",
  "@example.org",
  "ada@example",
  "ada@-x.org",
  "ada@x..org",
  "ada@.org",
  "ada@exam_ple.org",
  "a b@example.org",
  "a@b@example.org",
  "<ada@example.org>",
  "ada@example.org.",
  '"ada"@example.org',
  "ada@[127.0.0.1]",
  "a,b@example.org",
  "a;b@example.org",
  "ada@example.org\n",
  "x".repeat(65) + "@example.org",
  `ada@${"x".repeat(63)}.org`,
  `ada@${"x".repeat(64)}.org`,
  `ada@${"x.".repeat(126)}org`,
  "ada\0@example.org",
  "ada\ud800@example.org",
];

const asStored = (value: string): string | undefined => {
  const pass = startPass({ draft: false, makeKey: () => "", patternOf });
  const stored = parseValue(pass, { name: "email", type: "email", unique: true }, value, { path: "email", nested: false });
  return pass.problems.length > 0 ? undefined : String(stored);
};

const asRequested = (email: string): string | undefined => {
  try {
    return parseCodeRequest({ email }).email;
  } catch {
    return undefined;
  }
};

test.each(ADDRESSES.map((address) => [address]))("an address can sign in exactly when it can be stored: %j", (address) => {
  expect(asRequested(address)).toBe(asStored(address));
});
