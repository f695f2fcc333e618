/** `/api/auth/me`, `refresh` and `sessions`: what a signed-in caller may know and do about being signed in. */
import { AppError } from "@colophon/errors";
import { identityOf, isHttps, route, type Identity } from "@colophon/runtime";
import type { Request, Router } from "express";
import { answer, idOf, requireSession, sessionOf } from "./answers.ts";
import type { AuthPorts } from "./app.ts";
import { toEndedCookie, toSessionCookie } from "./cookie.ts";

/** Mounts the routes about the caller's own sessions. */
export function mountSessions(router: Router, ports: AuthPorts): void {
  const { sessions, revoke, cookieSecure } = ports;

  route(router, "/api/auth/me", {
    GET: async (req, res) => {
      answer(req, res, await describeCaller(req, ports));
    },
  });

  route(router, "/api/auth/refresh", {
    POST: async (req, res) => {
      const session = sessionOf(req);
      const extended = session && (await sessions.extend(session.credentialId));
      if (!extended) throw new AppError("UNAUTHORIZED");
      const { user, expiresAt, token, maxAgeSeconds } = extended;
      answer(req, res, { user, expiresAt }, { cookie: toSessionCookie(token, maxAgeSeconds, cookieSecure || isHttps(req)) });
    },
  });

  route(router, "/api/auth/sessions", {
    GET: async (req, res) => {
      const { userId, credentialId } = requireSession(req);
      answer(req, res, await sessions.list(userId, credentialId));
    },
  });

  route(router, "/api/auth/sessions/:id", {
    DELETE: async (req, res) => {
      const { userId, credentialId } = requireSession(req);
      const id = idOf(req);
      if (!(await sessions.end(id, userId))) throw new AppError("NOT_FOUND");
      await revoke();
      const isOwn = id.toLowerCase() === credentialId;
      answer(req, res, { id }, isOwn ? { cookie: toEndedCookie(cookieSecure || isHttps(req)) } : {});
    },
  });
}

async function describeCaller(req: Request, { sessions, apiKeys, adminRoles }: AuthPorts): Promise<object> {
  const identity = identityOf(req);
  if (identity.kind === "key") return describeKey(identity, { apiKeys, adminRoles });

  const session = sessionOf(req);
  const active = session && (await sessions.find(session.credentialId));
  if (!active) throw new AppError("UNAUTHORIZED");
  const { user, expiresAt } = active;
  return { user, role: user.role, isAdmin: adminRoles.has(user.role), expiresAt };
}

async function describeKey(identity: Identity, { apiKeys, adminRoles }: Pick<AuthPorts, "apiKeys" | "adminRoles">): Promise<object> {
  const { role, credentialId } = identity;
  const expiresAt = credentialId === null ? undefined : await apiKeys.endOf(credentialId);
  if (expiresAt === undefined) throw new AppError("UNAUTHORIZED");
  return { user: null, role, isAdmin: adminRoles.has(role), ...(expiresAt !== null && { expiresAt }) };
}
