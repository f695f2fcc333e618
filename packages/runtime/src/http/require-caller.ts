import type { IncomingMessage } from "node:http";
import type { Operation, Route } from "@colophon/api";
import { AppError } from "@colophon/model/errors";
import { isConfirmed, isSession, type SessionIdentity } from "../identity/identity.ts";
import { identityOf, isAdminIn } from "./request-state.ts";

/** The callers that a row accepts. For a row without `auth`, its service checks the caller. */
export type AccessRule = Partial<Pick<Route, "auth" | "refusesKeysAs">>;

/**
 * Accepts only the callers of a row.
 *
 * @returns the session, if the row only accepts sessions.
 * @throws UNAUTHORIZED without credentials, FORBIDDEN for other callers, CONFIRMATION_REQUIRED if the sign-in isn't recent enough
 */
export function requireCaller(
  request: IncomingMessage,
  { auth, refusesKeysAs }: AccessRule,
  own: Partial<Operation> = {},
): SessionIdentity | null {
  const identity = identityOf(request);
  if (auth === undefined || auth === "anyone") return null;
  const isNobody = identity.kind === "anonymous" && (identity.role === "" || auth === "caller" || auth === "session");
  if (isNobody) throw new AppError("UNAUTHORIZED");
  if (auth === "role" || auth === "caller") return null;

  const isAllowed = isSession(identity) && (auth === "session" || isAdminIn(request));
  if (!isAllowed) throw new AppError(refusesKeysAs ?? "FORBIDDEN");
  if (own.confirmed && !isConfirmed(identity, Date.now())) throw new AppError("CONFIRMATION_REQUIRED");
  return identity;
}
