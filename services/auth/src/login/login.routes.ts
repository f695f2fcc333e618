/** `/api/auth/request`, `create` and `logout`, open to everybody, and `confirm`, which renews the proof of a sign-in. */
import { routes } from "@colophon/api";
import { hashOf } from "@colophon/runtime/credentials";
import { parseFlags } from "@colophon/engine";
import {
  clientAddressOf,
  deviceTokenOf,
  isHttps,
  networkOf,
  readObject,
  searchOf,
  serve,
  sessionOf,
  type Request,
  type Router,
} from "@colophon/runtime";
import { answer } from "../http/answers.ts";
import type { AuthPorts } from "../ports.ts";
import { parseCodePair, parseCodeRequest } from "../http/bodies.ts";
import { toDeviceCookie, toEndedCookie, toSessionCookie } from "../sessions/cookie.ts";
import type { Device, SignInDevice } from "./login.service.ts";

const USER_AGENT_LENGTH = 500;

/** Mounts the routes of signing in and out. */
export function mountLogin(router: Router, { login, sessions, revoke, cookieSecure }: AuthPorts): void {
  serve(router, routes.requestCode, {
    POST: async (req, res) => {
      const { email } = parseCodeRequest(await readObject(req));
      answer(req, res, await login.ask(email, deviceOf(req)));
    },
  });

  serve(router, routes.signIn, {
    POST: async (req, res) => {
      const device = signInDeviceOf(req);
      const { user, token, maxAgeSeconds, deviceToken } = await login.signIn(parseCodePair(await readObject(req)), device);
      if (device.sessionId) await revoke();
      const secure = cookieSecure || isHttps(req);
      answer(req, res, { user }, { cookies: [toSessionCookie(token, maxAgeSeconds, secure), toDeviceCookie(deviceToken, secure)] });
    },
  });

  serve(router, routes.confirm, {
    POST: async (req, res, { credentialId }) => {
      const { user, expiresAt, confirmedUntil } = await login.confirm(credentialId, parseCodePair(await readObject(req)));
      await revoke(); // the gateways' cached data says that the session is not confirmed
      answer(req, res, { user, expiresAt, confirmedUntil });
    },
  });

  serve(router, routes.logout, {
    POST: async (req, res) => {
      const { all } = parseFlags(searchOf(req), ["all"]);
      const session = sessionOf(req);
      if (session) {
        await (all ? sessions.endAll(session.userId) : sessions.end(session.credentialId, session.userId));
        await revoke();
      }
      answer(req, res, { success: true }, { cookies: [toEndedCookie(cookieSecure || isHttps(req))] });
    },
  });
}

function deviceOf(req: Request): Device {
  const token = deviceTokenOf(req);
  return { network: networkOf(clientAddressOf(req)), deviceHash: token === null ? null : hashOf(token) };
}

function signInDeviceOf(req: Request): SignInDevice {
  return {
    ...deviceOf(req),
    userAgent: req.headers["user-agent"]?.slice(0, USER_AGENT_LENGTH) ?? null,
    ip: clientAddressOf(req) || null,
    sessionId: sessionOf(req)?.credentialId ?? null,
  };
}
