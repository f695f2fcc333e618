import type { IncomingMessage } from "node:http";
import { AppError } from "@colophon/model/errors";
import { DEVICE_HEADER, isConfirmed, isSession, SESSION_HEADER, type Identity, type SessionIdentity } from "../identity/identity.ts";
import { limitKeyOf } from "../rate-limits/rate-limit.ts";

/** The caller, in the engine's terms (the engine's own type has one more kind, `system`). */
export type Principal =
  | { readonly kind: "user"; readonly role: string; readonly userId: string; readonly confirmed: boolean }
  | { readonly kind: "key"; readonly role: string; readonly keyId: string }
  | { readonly kind: "anonymous"; readonly role: string };

interface RequestState {
  readonly identity: Identity;
  readonly requestId: string;
  readonly isAdmin: boolean;
}

/** A property of the request itself: a WeakMap would grow by an entry per request, until the next full garbage collection. */
const STATE = Symbol("state");
type Known = IncomingMessage & { [STATE]?: RequestState };

/** Stores what the app found out about a request; only the app calls this. */
export function rememberRequest(request: Known, state: RequestState): void {
  request[STATE] = state;
}

/** The verified identity of the caller. */
export function identityOf(request: Known): Identity {
  const state = request[STATE];
  if (!state) throw new AppError("UNAUTHORIZED");
  return state.identity;
}

/** The caller's session, or null for a key or nobody. */
export function sessionOf(request: Known): SessionIdentity | null {
  const identity = identityOf(request);
  return isSession(identity) ? identity : null;
}

/** Whether the caller's role is an admin role. */
export function isAdminIn(request: Known): boolean {
  return request[STATE]?.isAdmin ?? false;
}

/** The caller as the permission engine needs it. */
export function principalOf(request: IncomingMessage): Principal {
  const identity = identityOf(request);
  const { kind, role, userId, credentialId } = identity;
  if (kind === "session" && userId !== null) return { kind: "user", role, userId, confirmed: isConfirmed(identity, Date.now()) };
  if (kind === "key" && credentialId !== null) return { kind: "key", role, keyId: credentialId };
  if (kind === "anonymous") return { kind: "anonymous", role };
  throw new AppError("UNAUTHORIZED");
}

/** The `key` is for fair sharing among callers: the API key, the user, or the network of an anonymous caller. */
export interface RequestContext {
  readonly key: string;
  readonly anonymous: boolean;
  readonly requestId: string;
  /** The network address, for the audit log. */
  readonly address: string;
}

/** The context of a request; null for the gateway's own requests. */
export function requestContextOf(request: IncomingMessage, { kind, userId, credentialId }: Identity): RequestContext | null {
  if (kind === "gateway") return null;
  const requestId = requestIdOf(request);
  const address = clientAddressOf(request);
  if (kind === "session" && userId !== null) return { key: `user ${userId}`, anonymous: false, requestId, address };
  if (kind === "key" && credentialId !== null) return { key: `key ${credentialId}`, anonymous: false, requestId, address };
  const network = address.includes(":") ? limitKeyOf(address) : address; // an IPv4 address needs no parsing
  return { key: `address ${network}`, anonymous: true, requestId, address };
}

/** The id of all log lines of one request, in all processes. */
export function requestIdOf(request: Known): string {
  return request[STATE]?.requestId ?? "";
}

/** The caller's network address, as the gateway saw it. */
export function clientAddressOf(request: IncomingMessage): string {
  return headerOf(request, "x-cms-client");
}

/** The caller's session token. Only the auth service gets it, and only if the gateway has identified it. */
export function sessionTokenOf(request: IncomingMessage): string | null {
  return headerOf(request, SESSION_HEADER) || null;
}

/** The caller's device cookie. Only the auth service gets it. */
export function deviceTokenOf(request: IncomingMessage): string | null {
  return headerOf(request, DEVICE_HEADER) || null;
}

/** Whether the caller reached the gateway over https. */
export function isHttps(request: IncomingMessage): boolean {
  return headerOf(request, "x-cms-scheme") === "https";
}

/** The path without its query string, unchanged. */
export function pathOf({ url = "" }: IncomingMessage): string {
  const mark = url.indexOf("?");
  return mark === -1 ? url : url.slice(0, mark);
}

/** The query string with its question mark, unchanged; "" without one. */
export function searchOf(request: IncomingMessage): string {
  const url = request.url ?? "";
  const mark = url.indexOf("?");
  return mark === -1 ? "" : url.slice(mark);
}

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
}
