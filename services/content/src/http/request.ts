import { parseQuery, type Engine } from "@colophon/engine";
import { invalid } from "@colophon/model/errors";
import { principalOf, clientAddressOf, identityOf, isHttps, pathOf, requestIdOf, searchOf, type Request } from "@colophon/runtime";
import { problemsOf, unknownFields } from "@colophon/api";
import { isMeta } from "@colophon/model";
import type { z } from "zod";
import type { Call } from "./calls.ts";
import type { IdempotentRequest } from "./idempotency.ts";

/** The caller of this request, from its verified identity. */
export function callOf(engine: Engine, req: Request): Call {
  const { kind, userId, email, role } = identityOf(req);
  const user = kind === "session" && userId !== null ? { id: userId, email: email ?? "", role } : null;
  const principal = principalOf(req);
  return {
    principal,
    engine: engine.as(principal),
    user,
    role,
    requestId: requestIdOf(req),
    address: clientAddressOf(req) || null,
    runsHooks: true,
    askedAtMs: performance.now(),
  };
}

/** A path parameter, decoded. */
export function parameterOf(req: Request, name: string): string {
  return req.params[name] ?? "";
}

/** The parts by which two requests with one Idempotency-Key are compared. */
export function idempotentOf(req: Request, body: unknown): IdempotentRequest {
  const key = req.headers["idempotency-key"]?.toString();
  return { key, method: req.method, path: pathOf(req), search: searchOf(req), body };
}

/** Scheme and host as the caller uses them; the gateway validates both. */
export function originOf(req: Request): string {
  const origin = `${isHttps(req) ? "https" : "http"}://${req.headers.host ?? "localhost"}`;
  return URL.canParse(origin) ? origin : "http://localhost";
}

/** The parameters of a route that takes only a few, each at most once. @throws VALIDATION_ERROR for any other */
export function queryOf<Name extends string>(search: string, allowed: readonly Name[]): Partial<Record<Name, string>> {
  const parameters = new URLSearchParams(search);
  const names: readonly string[] = allowed;
  const wrong = [...new Set(parameters.keys())].flatMap((field) => {
    if (!names.includes(field)) return [{ field, message: "is not a parameter of this route" }];
    return parameters.getAll(field).length > 1 ? [{ field, message: "must be given once" }] : [];
  });
  if (wrong.length > 0) throw invalid(wrong, "The query is not valid");
  return Object.fromEntries(parameters) as Partial<Record<Name, string>>;
}

/** `limit` and `offset`, by the rules of all lists. */
export function pageOf(search: string): { limit: number; offset: number } {
  queryOf(search, ["limit", "offset"]);
  const { limit, offset } = parseQuery(search);
  return { limit, offset };
}

/** The values of a body by its shape; keys that begin with `_` are ignored. @throws VALIDATION_ERROR with every wrong field */
export function formIn<Shape extends z.ZodObject>(shape: Shape, body: Readonly<Record<string, unknown>>): z.output<Shape> {
  const unknown = Object.keys(body).filter((key) => !Object.hasOwn(shape.shape, key) && !isMeta(key));
  const parsed = shape.safeParse(body);
  const details = [...unknownFields(unknown), ...(parsed.success ? [] : problemsOf(parsed.error))];
  if (details.length > 0 || !parsed.success) throw invalid(details, "Some fields are not valid");
  return parsed.data;
}
