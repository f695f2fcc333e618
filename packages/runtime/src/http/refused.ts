/** Requests that are refused because of their caller, for the audit log. */
import type { IncomingMessage } from "node:http";
import { routes } from "@colophon/api";
import type { AppError } from "@colophon/model/errors";
import { isSession } from "../identity/identity.ts";
import { clientAddressOf, identityOf, pathOf, requestIdOf } from "./request-state.ts";
import { patternOf } from "./router.ts";

/** A request that was refused. */
export interface Refused {
  /** Null for a sign-in. */
  readonly actor: { readonly kind: "user" | "key"; readonly id: string } | null;
  readonly address: string;
  readonly entity: string | null;
  readonly requestId: string;
  /** Method and path, without ids: `PUT /api/article/{id}`. */
  readonly route: string;
}

/** The entity of sessions in the log. */
const SESSION = "_session";
/** Path parameters that are no ids. */
const NAMED: ReadonlySet<string> = new Set(["entity", "name"]);

/** A refused sign-in, or a signed-in caller without the permission; null for every other error. */
export function refusedOf(request: IncomingMessage, { code }: AppError): Refused | null {
  if (code !== "FORBIDDEN" && code !== "UNAUTHORIZED") return null;
  const pattern = patternOf(request);
  if (pattern === undefined) return null;
  const isSignIn = code === "UNAUTHORIZED" && request.method === "POST" && pattern === routes.signIn.path;
  const actor = isSignIn ? null : actorOf(request);
  if (!isSignIn && (code !== "FORBIDDEN" || !actor)) return null;
  const { path, entity } = placeOf(pattern, pathOf(request));
  return {
    actor,
    address: clientAddressOf(request),
    entity: isSignIn ? SESSION : entity,
    requestId: requestIdOf(request),
    route: `${request.method} ${path}`,
  };
}

/** The path without ids. The router has forgotten its parameters when a route has failed. */
function placeOf(pattern: string, path: string): { readonly path: string; readonly entity: string | null } {
  const given = path.split("/");
  const parts = pattern.split("/").map((part, at) => {
    const name = part.startsWith(":") ? part.slice(1) : null;
    if (name === null) return part;
    return NAMED.has(name) ? (given[at] ?? "") : `{${name}}`;
  });
  const at = pattern.split("/").indexOf(":entity");
  return { path: parts.join("/"), entity: given[at] ?? null };
}

function actorOf(request: IncomingMessage): Refused["actor"] {
  const identity = identityOf(request);
  if (isSession(identity)) return { kind: "user", id: identity.userId };
  return identity.kind === "key" && identity.credentialId !== null ? { kind: "key", id: identity.credentialId } : null;
}
