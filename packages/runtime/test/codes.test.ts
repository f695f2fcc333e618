import { expect, test } from "@jest/globals";
import { createCodes, hashOf, newCode, newToken } from "../src/credentials/index.ts";

const codes = createCodes("a secret for tests only");
const requestId = "7d4c1f9e-2f3b-4c0a-9d57-1b1f5b0c9a11";

test("a code has six digits, with leading zeros, and a uniform distribution of the first digit", () => {
  const drawn = Array.from({ length: 10_000 }, newCode);

  expect(drawn.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
  const firsts = Map.groupBy(drawn, (code) => code.charAt(0));
  expect(firsts.size).toBe(10);
  for (const group of firsts.values()) expect(group.length).toBeGreaterThan(800);
});

test("a stored code matches only its own request and secret", () => {
  const stored = codes.codeHmac(requestId, "042917");

  expect(codes.codeMatches(stored, requestId, "042917")).toBe(true);
  expect(codes.codeMatches(stored, requestId, "042918")).toBe(false);
  expect(codes.codeMatches(stored, requestId.replace("7d", "8d"), "042917")).toBe(false);
  expect(createCodes("another secret here").codeMatches(stored, requestId, "042917")).toBe(false);
  expect(stored).not.toContain("042917");
});

test("without a stored code, no code matches", () => {
  expect(codes.codeMatches(null, requestId, "000000")).toBe(false);
  expect(codes.codeMatches("", requestId, "")).toBe(false);
});

test("a token has 256 random bits, and only its hash is stored", () => {
  const tokens = Array.from({ length: 100 }, newToken);

  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(hashOf(tokens[0] ?? "")).toMatch(/^[0-9a-f]{64}$/);
});
