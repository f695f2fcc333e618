import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AppError } from "@colophon/errors";
import { isApiKey } from "@colophon/runtime";
import { hasRepeated } from "./framing.ts";

/** What a caller presented, already in the form it is looked up by; `unusable` is a cookie that can't be a session's. */
export type Credentials =
  | { readonly kind: "none" }
  | { readonly kind: "session" | "key"; readonly hash: string }
  | { readonly kind: "unusable" };

const COOKIE_NAME = "cms_session";
const SESSION_TOKEN = /^[\w-]{32,128}$/;

/**
 * Finds what the caller presented. A Bearer token decides alone; there is no way back to the cookie from a bad one.
 *
 * @throws AppError UNAUTHORIZED for an `Authorization` that is not exactly one possible API key, and for two session cookies.
 */
export function readCredentials(request: IncomingMessage): Credentials {
  const { authorization, cookie } = request.headers;
  const sessions = cookie === undefined ? [] : readSessionCookies(cookie);
  if (sessions.length > 1) throw new AppError("UNAUTHORIZED", "Two session cookies in one request");
  if (authorization !== undefined) return readBearer(request, authorization);

  const [token] = sessions;
  if (token === undefined) return { kind: "none" };
  return SESSION_TOKEN.test(token) ? { kind: "session", hash: sha256(token) } : { kind: "unusable" };
}

function readBearer(request: IncomingMessage, authorization: string): Credentials {
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
  const isGood = isApiKey(token) && !hasRepeated(request.rawHeaders, "authorization");
  if (!isGood) throw new AppError("UNAUTHORIZED", "The Authorization header must be one valid Bearer API key");
  return { kind: "key", hash: sha256(token) };
}

function readSessionCookies(cookie: string): string[] {
  if (!cookie.includes(COOKIE_NAME)) return [];
  const values: string[] = [];
  for (const pair of cookie.split(";")) {
    const equals = pair.indexOf("=");
    if (equals !== -1 && pair.slice(0, equals).trim() === COOKIE_NAME) values.push(pair.slice(equals + 1).trim());
  }
  return values;
}

/** `Set-Cookie` that makes a browser forget its session. */
export function clearedCookie(secure: boolean): string {
  return `${COOKIE_NAME}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure ? "; Secure" : ""}`;
}

function sha256(text: string): string {
  return hash("sha256", text, "hex");
}
