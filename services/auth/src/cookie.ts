/** The session cookie. Only this service writes it; the gateway reads it and never passes it on. */
const NAME = "cms_session";
const ATTRIBUTES = "Path=/; HttpOnly; SameSite=Lax";

/**
 * The `Set-Cookie` value that hands a session to a browser.
 *
 * @param maxAgeSeconds - until the session's absolute end: its idle end moves on with use, at the server only.
 */
export function toSessionCookie(token: string, maxAgeSeconds: number, secure: boolean): string {
  return `${NAME}=${token}; ${ATTRIBUTES}; Max-Age=${Math.max(0, Math.floor(maxAgeSeconds))}${secure ? "; Secure" : ""}`;
}

/** The `Set-Cookie` value that takes the session out of a browser. */
export function toEndedCookie(secure: boolean): string {
  return toSessionCookie("", 0, secure);
}
