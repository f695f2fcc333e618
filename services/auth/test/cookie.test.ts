import { expect, test } from "@jest/globals";
import { toDeviceCookie, toEndedCookie, toSessionCookie } from "../src/sessions/cookie.ts";

test("the session's cookie is HttpOnly, SameSite=Lax, for every path, and Secure only if this is set", () => {
  expect(toSessionCookie("t0ken", 99.9, false)).toBe("cms_session=t0ken; Path=/; HttpOnly; SameSite=Lax; Max-Age=99");
  expect(toSessionCookie("t0ken", 60, true)).toBe("cms_session=t0ken; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure");
  expect(toEndedCookie(false)).toBe("cms_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
});

test("the device's cookie is valid for 90 days, and only for the routes of sign-in", () => {
  expect(toDeviceCookie("t0ken", true)).toBe("cms_device=t0ken; Path=/api/auth; HttpOnly; SameSite=Lax; Max-Age=7776000; Secure");
});
