import { hashOf } from "@colophon/credentials";
import { toEndedCookie, toSessionCookie } from "../src/cookie.ts";
import { createSecrets, newCode } from "../src/secrets.ts";

const secrets = createSecrets("a secret for tests only");
const requestId = "7d4c1f9e-2f3b-4c0a-9d57-1b1f5b0c9a11";

test("a code is six digits, with leading zeros, and all ten digits come first about as often", () => {
  const codes = Array.from({ length: 10_000 }, newCode);

  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  const firsts = Map.groupBy(codes, (code) => code.charAt(0));
  expect(firsts.size).toBe(10);
  for (const group of firsts.values()) expect(group.length).toBeGreaterThan(800);
});

test("a stored code fits its own request and secret only", () => {
  const stored = secrets.codeHmac(requestId, "042917");

  expect(secrets.codeMatches(stored, requestId, "042917")).toBe(true);
  expect(secrets.codeMatches(stored, requestId, "042918")).toBe(false);
  expect(secrets.codeMatches(stored, requestId.replace("7d", "8d"), "042917")).toBe(false);
  expect(createSecrets("another secret here").codeMatches(stored, requestId, "042917")).toBe(false);
  expect(stored).not.toContain("042917");
});

test("where no code is stored none matches", () => {
  expect(secrets.codeMatches(null, requestId, "000000")).toBe(false);
  expect(secrets.codeMatches("", requestId, "")).toBe(false);
});

test("a session's token has 256 bits, is the same when made again, and is another one for each session and secret", () => {
  const token = secrets.sessionToken(requestId);

  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(secrets.sessionToken(requestId)).toBe(token);
  expect(secrets.sessionToken(requestId.replace("7d", "8d"))).not.toBe(token);
  expect(createSecrets("another secret here").sessionToken(requestId)).not.toBe(token);
  expect(hashOf(token)).toMatch(/^[0-9a-f]{64}$/);
});

test("the cookie is HttpOnly, SameSite=Lax, for every path, and Secure only where it is told", () => {
  expect(toSessionCookie("t0ken", 99.9, false)).toBe("cms_session=t0ken; Path=/; HttpOnly; SameSite=Lax; Max-Age=99");
  expect(toSessionCookie("t0ken", 60, true)).toBe("cms_session=t0ken; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure");
  expect(toEndedCookie(false)).toBe("cms_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
});
