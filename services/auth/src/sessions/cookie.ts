/** The cookies of sign-in. Only this service writes them; the gateway reads them and passes neither on to another service. */
import { DEVICE_DAYS } from "@colophon/database";

const ATTRIBUTES = "HttpOnly; SameSite=Lax";

/**
 * The `Set-Cookie` value that hands a session to a browser.
 *
 * @param maxAgeSeconds - until the session's absolute end: its idle end moves on with use, at the server only.
 */
export function toSessionCookie(token: string, maxAgeSeconds: number, secure: boolean): string {
  const seconds = Math.max(0, Math.floor(maxAgeSeconds));
  return `cms_session=${token}; Path=/; ${ATTRIBUTES}; Max-Age=${seconds}${secure ? "; Secure" : ""}`;
}

/** The `Set-Cookie` value that takes the session out of a browser. */
export function toEndedCookie(secure: boolean): string {
  return toSessionCookie("", 0, secure);
}

/** The `Set-Cookie` value by which a device is known that somebody signed in on: it outlives the session. */
export function toDeviceCookie(token: string, secure: boolean): string {
  return `cms_device=${token}; Path=/api/auth; ${ATTRIBUTES}; Max-Age=${DEVICE_DAYS * 86_400}${secure ? "; Secure" : ""}`;
}
