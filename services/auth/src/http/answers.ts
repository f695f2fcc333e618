/** What the routes of this service share: how they answer, and whom they answer. */
import { requireConfirmed } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { actorOf, identityOf, sendJson, type Identity } from "@colophon/runtime";
import type { Request, Response } from "express";

/** A person's session, by the identity that the gateway signed. */
export interface SessionIdentity extends Identity {
  readonly kind: "session";
  readonly credentialId: string;
  readonly userId: string;
}
interface Extras {
  readonly status?: number;
  readonly cookies?: readonly string[];
}

/** Answers `{ data }`. Nothing that this service says may be stored on the way. */
export function answer(req: Request, res: Response, data: unknown, { status = 200, cookies = [] }: Extras = {}): void {
  const headers = cookies.length === 0 ? {} : { "set-cookie": cookies };
  sendJson(req, res, { status, body: JSON.stringify({ data }), cache: "no-store", headers });
}

/** The caller's session, or null for a key or nobody. */
export function sessionOf(req: Request): SessionIdentity | null {
  const identity = identityOf(req);
  return isSession(identity) ? identity : null;
}

/** The caller's session. @throws 401 for nobody, 403 for an API key. */
export function requireSession(req: Request): SessionIdentity {
  const session = sessionOf(req);
  if (session) return session;
  throw new AppError(identityOf(req).kind === "key" ? "FORBIDDEN" : "UNAUTHORIZED");
}

/** As `requireSession`, where the sign-in must be recent or confirmed. @throws CONFIRMATION_REQUIRED */
export function requireConfirmedSession(req: Request): SessionIdentity {
  const session = requireSession(req);
  requireConfirmed(actorOf(req));
  return session;
}

/**
 * Lets only a person pass who is signed in with an admin role.
 *
 * @throws 403 for everybody else, and 401 for nobody where there is no public role that nobody could act as.
 */
export function requireAdmin(req: Request, adminRoles: ReadonlySet<string>): SessionIdentity {
  const { kind, role } = identityOf(req);
  if (kind === "anonymous" && role === "") throw new AppError("UNAUTHORIZED");
  const session = sessionOf(req);
  if (session === null || !adminRoles.has(role)) throw new AppError("FORBIDDEN");
  return session;
}

/** As `requireAdmin`, where the sign-in must be recent or confirmed. @throws CONFIRMATION_REQUIRED */
export function requireConfirmedAdmin(req: Request, adminRoles: ReadonlySet<string>): SessionIdentity {
  const session = requireAdmin(req, adminRoles);
  requireConfirmed(actorOf(req));
  return session;
}

/** A path parameter that can be an id. What can't is a 404, and never asked of the database. */
export function idOf(req: Request): string {
  const { id } = req.params;
  if (typeof id === "string" && isId(id)) return id;
  throw new AppError("NOT_FOUND");
}

/** Whether a text has the form of an id. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function isSession(identity: Identity): identity is SessionIdentity {
  return identity.kind === "session" && identity.credentialId !== null && identity.userId !== null;
}
