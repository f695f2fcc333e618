/** `/api/auth/request`, `create` and `logout`: open to everybody. */
import { clientAddressOf, isHttps, readObject, route, searchOf } from "@colophon/runtime";
import type { Request, Router } from "express";
import { answer, sessionOf } from "./answers.ts";
import type { AuthPorts } from "./app.ts";
import { parseCodeRequest, parseSignIn } from "./bodies.ts";
import { toEndedCookie, toSessionCookie } from "./cookie.ts";
import type { Origin } from "./login.service.ts";

const USER_AGENT_LENGTH = 500;

/** Mounts the routes of signing in and out. */
export function mountLogin(router: Router, { login, sessions, revoke, cookieSecure }: AuthPorts): void {
  route(router, "/api/auth/request", {
    POST: async (req, res) => {
      const { email } = parseCodeRequest(await readObject(req));
      answer(req, res, await login.ask(email));
    },
  });

  route(router, "/api/auth/create", {
    POST: async (req, res) => {
      const { authRequestId, code } = parseSignIn(await readObject(req));
      const origin = originOf(req);
      const { user, token, maxAgeSeconds } = await login.signIn(authRequestId, code, origin);
      if (origin.sessionId) await revoke();
      answer(req, res, { user }, { cookie: toSessionCookie(token, maxAgeSeconds, cookieSecure || isHttps(req)) });
    },
  });

  route(router, "/api/auth/logout", {
    POST: async (req, res) => {
      const session = sessionOf(req);
      if (session) {
        const isAll = new URLSearchParams(searchOf(req)).get("all") === "true";
        await (isAll ? sessions.endAll(session.userId) : sessions.end(session.credentialId, session.userId));
        await revoke();
      }
      answer(req, res, { success: true }, { cookie: toEndedCookie(cookieSecure || isHttps(req)) });
    },
  });
}

function originOf(req: Request): Origin {
  return {
    userAgent: req.headers["user-agent"]?.slice(0, USER_AGENT_LENGTH) ?? null,
    ip: clientAddressOf(req) || null,
    sessionId: sessionOf(req)?.credentialId ?? null,
  };
}
