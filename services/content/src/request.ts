import { actorOf, identityOf, isHttps, requestIdOf, searchOf } from "@colophon/runtime";
import type { Request } from "express";
import type { Call } from "./calls.ts";
import type { IdempotentRequest } from "./idempotency.ts";

/** Who asks in this request, as its verified identity says. */
export function callOf(req: Request): Call {
  const { kind, userId, email, role } = identityOf(req);
  const user = kind === "session" && userId !== null ? { id: userId, email: email ?? "", role } : null;
  return { actor: actorOf(req), user, role, requestId: requestIdOf(req), runsHooks: true, askedAtMs: performance.now() };
}

/** A path parameter, decoded. */
export function parameterOf(req: Request, name: string): string {
  return String(req.params[name] ?? "");
}

/** What makes two requests with one Idempotency-Key the same one. */
export function idempotentOf(req: Request, body: unknown): IdempotentRequest {
  const key = req.headers["idempotency-key"]?.toString();
  return { key, method: req.method, path: req.path, search: searchOf(req), body };
}

/** Scheme and host as the caller knows them; the gateway sees to it that both are sound. */
export function originOf(req: Request): string {
  const origin = `${isHttps(req) ? "https" : "http"}://${req.headers.host ?? "localhost"}`;
  return URL.canParse(origin) ? origin : "http://localhost";
}
