import type { IncomingMessage } from "node:http";
import { AppError } from "@colophon/errors";
import type { Identity } from "./identity.ts";

/** Who asks, in the engine's words (the engine's own type has one more kind, `system`). */
export type RequestActor =
  | { readonly kind: "user"; readonly role: string; readonly userId: string }
  | { readonly kind: "key"; readonly role: string; readonly keyId: string }
  | { readonly kind: "anonymous"; readonly role: string };

interface RequestState {
  readonly identity: Identity;
  readonly requestId: string;
}

/** A property on the request itself: a WeakMap would grow by an entry a request, until the next full garbage collection. */
const STATE = Symbol("state");
type Known = IncomingMessage & { [STATE]?: RequestState };

/** Remembers what the app found out about a request; only the app calls this. */
export function rememberRequest(request: Known, state: RequestState): void {
  request[STATE] = state;
}

/** The verified identity of the caller. */
export function identityOf(request: Known): Identity {
  const state = request[STATE];
  if (!state) throw new AppError("UNAUTHORIZED");
  return state.identity;
}

/** The caller as the permission engine wants it. */
export function actorOf(request: IncomingMessage): RequestActor {
  const { kind, role, userId, credentialId } = identityOf(request);
  if (kind === "session" && userId !== null) return { kind: "user", role, userId };
  if (kind === "key" && credentialId !== null) return { kind: "key", role, keyId: credentialId };
  if (kind === "anonymous") return { kind: "anonymous", role };
  throw new AppError("UNAUTHORIZED");
}

/** The id that joins every log line of one request, over all processes. */
export function requestIdOf(request: Known): string {
  return request[STATE]?.requestId ?? "";
}

/** The caller's network address, as the gateway saw it. */
export function clientAddressOf(request: IncomingMessage): string {
  return headerOf(request, "x-cms-client");
}

/** Whether the caller reached the gateway over https. */
export function isHttps(request: IncomingMessage): boolean {
  return headerOf(request, "x-cms-scheme") === "https";
}

/** The query string with its question mark, as it came; "" without one. */
export function searchOf(request: IncomingMessage): string {
  const url = request.url ?? "";
  const mark = url.indexOf("?");
  return mark === -1 ? "" : url.slice(mark);
}

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
}
