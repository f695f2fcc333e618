/** `/api/auth/me`, `refresh` and `sessions`: reading and managing the caller's own sessions. */
import { routes } from "@colophon/api";
import { AppError } from "@colophon/model/errors";
import { type Identity, identityOf, isHttps, serve, sessionOf, sessionTokenOf, type Request, type Router } from "@colophon/runtime";
import { answer, idOf } from "../http/answers.ts";
import type { AuthPorts } from "../ports.ts";
import { toEndedCookie, toSessionCookie } from "./cookie.ts";

/** Mounts the routes about the caller's own sessions. */
export function mountSessions(router: Router, ports: AuthPorts): void {
  const { sessions, revoke, cookieSecure } = ports;

  serve(router, routes.me, {
    GET: async (req, res) => {
      answer(req, res, await describeCaller(req, ports));
    },
  });

  serve(router, routes.refresh, {
    POST: async (req, res, { credentialId }) => {
      const token = sessionTokenOf(req);
      const extended = token === null ? null : await sessions.extend(credentialId, token);
      if (!extended || token === null) throw new AppError("UNAUTHORIZED");
      const { user, expiresAt, maxAgeSeconds } = extended;
      answer(req, res, { user, expiresAt }, { cookies: [toSessionCookie(token, maxAgeSeconds, cookieSecure || isHttps(req))] });
    },
  });

  serve(router, routes.sessions, {
    GET: async (req, res, { userId, credentialId }) => {
      answer(req, res, await sessions.list(userId, credentialId));
    },
  });

  serve(router, routes.oneSession, {
    DELETE: async (req, res, { userId, credentialId }) => {
      const id = idOf(req);
      if (!(await sessions.end(id, userId))) throw new AppError("NOT_FOUND");
      await revoke();
      const isOwn = id.toLowerCase() === credentialId;
      answer(req, res, { id }, isOwn ? { cookies: [toEndedCookie(cookieSecure || isHttps(req))] } : {});
    },
  });
}

async function describeCaller(req: Request, { sessions, apiKeys, adminRoles }: AuthPorts): Promise<object> {
  const identity = identityOf(req);
  if (identity.kind === "key") return describeKey(identity, { apiKeys, adminRoles });

  const session = sessionOf(req);
  const active = session && (await sessions.find(session.credentialId));
  if (!active) throw new AppError("UNAUTHORIZED");
  const { user, expiresAt, confirmedUntil } = active;
  return { user, role: user.role, isAdmin: adminRoles.has(user.role), expiresAt, confirmedUntil };
}

async function describeKey(identity: Identity, { apiKeys, adminRoles }: Pick<AuthPorts, "apiKeys" | "adminRoles">): Promise<object> {
  const { role, credentialId } = identity;
  const expiresAt = credentialId === null ? undefined : await apiKeys.endOf(credentialId);
  if (expiresAt === undefined) throw new AppError("UNAUTHORIZED");
  return { user: null, role, isAdmin: adminRoles.has(role), ...(expiresAt !== null && { expiresAt }) };
}
