import { hash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { DEVICE_HEADER, SESSION_HEADER } from "@colophon/runtime";
import { isApiKey } from "@colophon/runtime/credentials";
import { hasRepeated } from "../requests/framing.ts";

/**
 * A caller's credentials, in the form of look-up keys. `unusable` is a cookie that can't be a session's, `refused` is 401 on every route.
 */
export type Credentials =
  | { readonly kind: "none" }
  | { readonly kind: "session" | "key"; readonly hash: string }
  | { readonly kind: "unusable" }
  | { readonly kind: "refused"; readonly reason: string };

const COOKIE_NAME = "cms_session";
const SESSION_TOKEN = /^[\w-]{32,128}$/;
const DEVICE_COOKIE_NAME = "cms_device";
const DEVICE_TOKEN = /^[\w-]{43}$/;

/** What the last credentials of a connection mean: its next request usually has the same ones. */
interface Remembered {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly credentials: Credentials;
}

const REMEMBERED = Symbol("credentials");
type Remembering = Socket & { [REMEMBERED]?: Remembered };

/**
 * Reads the credentials. A Bearer token takes precedence; a bad one is never replaced by the cookie. An `Authorization` header that is not
 * exactly one possible API key is refused, and so are two session cookies.
 */
export function readCredentials({ headers, rawHeaders, socket }: IncomingMessage): Credentials {
  const credentials = rememberedIn(socket, headers);
  return credentials.kind === "key" && hasRepeated(rawHeaders, "authorization") ? BAD_BEARER : credentials;
}

function rememberedIn(socket: Remembering, { authorization, cookie }: IncomingHttpHeaders): Credentials {
  const last = socket[REMEMBERED];
  if (last && last.authorization === authorization && last.cookie === cookie) return last.credentials;
  const credentials = parseCredentials(authorization, cookie);
  socket[REMEMBERED] = { authorization, cookie, credentials };
  return credentials;
}

function parseCredentials(authorization: string | undefined, cookie: string | undefined): Credentials {
  const sessions = cookie === undefined ? [] : readCookies(cookie, COOKIE_NAME);
  if (sessions.length > 1) return { kind: "refused", reason: "Two session cookies in one request" };
  if (authorization !== undefined) return parseBearer(authorization);

  const [token] = sessions;
  if (token === undefined) return { kind: "none" };
  return SESSION_TOKEN.test(token) ? { kind: "session", hash: sha256(token) } : { kind: "unusable" };
}

function parseBearer(authorization: string): Credentials {
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
  return isApiKey(token) ? { kind: "key", hash: sha256(token) } : BAD_BEARER;
}

const BAD_BEARER: Credentials = { kind: "refused", reason: "The Authorization header must be one valid Bearer API key" };

/**
 * The cookies for the auth service, as internal headers: the session's if it identifies the caller, and the device's. A repeated cookie, or
 * one with an impossible value, is left out.
 */
export function toCookieHeaders({ cookie = "" }: IncomingMessage["headers"], byCookie: boolean): Record<string, string> {
  const [session, ...sessions] = byCookie ? readCookies(cookie, COOKIE_NAME) : [];
  const [device, ...devices] = readCookies(cookie, DEVICE_COOKIE_NAME);
  return {
    ...(session !== undefined && sessions.length === 0 && { [SESSION_HEADER]: session }),
    ...(device !== undefined && devices.length === 0 && DEVICE_TOKEN.test(device) && { [DEVICE_HEADER]: device }),
  };
}

function readCookies(cookie: string, name: string): string[] {
  if (!cookie.includes(name)) return [];
  const values: string[] = [];
  for (const pair of cookie.split(";")) {
    const equals = pair.indexOf("=");
    if (equals !== -1 && pair.slice(0, equals).trim() === name) values.push(pair.slice(equals + 1).trim());
  }
  return values;
}

/** `Set-Cookie` that makes a browser delete its session cookie. */
export function clearedCookie(secure: boolean): string {
  return `${COOKIE_NAME}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure ? "; Secure" : ""}`;
}

function sha256(text: string): string {
  return hash("sha256", text, "hex");
}
