/** The cookies of sign-in. Only this service writes them; the gateway reads them and passes them to no other service. */
import { DEVICE_DAYS } from "@colophon/database";

const ATTRIBUTES = "HttpOnly; SameSite=Lax";

/**
 * The `Set-Cookie` value that stores a session in a browser.
 *
 * @param maxAgeSeconds - until the session's absolute end: its idle end is extended on the server only.
 */
export function toSessionCookie(token: string, maxAgeSeconds: number, secure: boolean): string {
  const seconds = Math.max(0, Math.floor(maxAgeSeconds));
  return `cms_session=${token}; Path=/; ${ATTRIBUTES}; Max-Age=${seconds}${secure ? "; Secure" : ""}`;
}

/** The `Set-Cookie` value that deletes the session from a browser. */
export function toEndedCookie(secure: boolean): string {
  return toSessionCookie("", 0, secure);
}

/** The `Set-Cookie` value that identifies a device after a sign-in: it outlives the session. */
export function toDeviceCookie(token: string, secure: boolean): string {
  return `cms_device=${token}; Path=/api/auth; ${ATTRIBUTES}; Max-Age=${DEVICE_DAYS * 86_400}${secure ? "; Secure" : ""}`;
}
