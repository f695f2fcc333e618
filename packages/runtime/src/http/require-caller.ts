import type { IncomingMessage } from "node:http";
import type { Operation, Route } from "@colophon/api";
import { AppError } from "@colophon/errors";
import { isConfirmed, isSession, type SessionIdentity } from "../identity/identity.ts";
import { identityOf, isAdminIn } from "./request-state.ts";

/** What a row says of the callers whom it lets in. A row without `auth` lets in whomever its service does. */
export type CallerRule = Partial<Pick<Route, "auth" | "refusesKeysAs">>;

/**
 * Lets in only the callers whom a row names.
 *
 * @returns the session, where the row lets nobody else in.
 * @throws UNAUTHORIZED for nobody, FORBIDDEN for who isn't among them, CONFIRMATION_REQUIRED where the sign-in isn't recent enough
 */
export function requireCaller(
  request: IncomingMessage,
  { auth, refusesKeysAs }: CallerRule,
  own: Partial<Operation> = {},
): SessionIdentity | null {
  const identity = identityOf(request);
  if (auth === undefined || auth === "anyone") return null;
  const isNobody = identity.kind === "anonymous" && (identity.role === "" || auth === "caller" || auth === "session");
  if (isNobody) throw new AppError("UNAUTHORIZED");
  if (auth === "role" || auth === "caller") return null;

  const isLetIn = isSession(identity) && (auth === "session" || isAdminIn(request));
  if (!isLetIn) throw new AppError(refusesKeysAs ?? "FORBIDDEN");
  if (own.confirmed && !isConfirmed(identity, Date.now())) throw new AppError("CONFIRMATION_REQUIRED");
  return identity;
}
